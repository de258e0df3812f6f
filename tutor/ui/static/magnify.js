/** Shows a table that leaves room on the first screen larger, with everything on it, as far as it fits. */
const LARGEST = 1.6;
const FINE = 0.01; // how close to the largest factor that fits
const NARROWEST = 640; // px that a table needs at least

/**
 * Show the table in `root` as large as fits below its top. While `name` stays the same it may become smaller, when more
 * is on it, but not larger again, so that it does not pulsate. Without a `name` it is as large as everything else.
 */
export function magnify(root, name) {
  const zones = name && root.querySelector(".table > .zones");
  const { magnified } = root;
  const most = zones && magnified?.name === name ? magnified.by : LARGEST;
  root.magnified = { name, by: wear(root, zones ? largest(root, zones, most) : 1) };
  if (zones) root.style.setProperty("--tall", `${zones.parentElement.offsetHeight}px`); // it stays in sight beside a long column
}

function largest(root, zones, most) {
  const { width } = zones.getBoundingClientRect();
  const mat = zones.closest(".left"); // with a roll below the table
  const fits = (by) => wear(root, by) && Math.round(mat.getBoundingClientRect().bottom + scrollY) <= innerHeight;
  let [least, high] = [1, Math.min(most, width / NARROWEST)];
  if (high <= 1) return 1;
  if (fits(high)) return high;
  if (!fits(1)) return 1;
  while (high - least > FINE) {
    const middle = (least + high) / 2;
    if (fits(middle)) least = middle;
    else high = middle;
  }
  return least;
}

function wear(root, by) {
  root.style.setProperty("--magnified", by);
  return by;
}
