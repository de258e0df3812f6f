/** Shows a table that leaves room on the first screen larger, with everything on it, as far as it fits. */
const STEPS = [1.3, 1.25, 1.2, 1.15, 1.1, 1.05];
const NARROWEST = 640; // px that a table needs at least
const FOOT = 40; // px below the table, for its legend

/**
 * Show the table in `root` as large as fits below its top. While `name` stays the same it may become smaller, when more
 * is on it, but not larger again, so that it does not pulsate. Without a `name` it is as large as everything else.
 */
export function magnify(root, name) {
  const zones = name && root.querySelector(".table > .zones");
  const { magnified } = root;
  const most = zones && magnified?.name === name ? magnified.by : Infinity;
  root.magnified = { name, by: zones ? largest(root, zones, most) : wear(root, 1) };
}

function largest(root, zones, most) {
  const width = zones.parentElement.clientWidth;
  const fits = () => zones.getBoundingClientRect().bottom + scrollY <= innerHeight - FOOT;
  return STEPS.find((by) => by <= most && by * NARROWEST <= width && wear(root, by) && fits()) ?? wear(root, 1);
}

function wear(root, by) {
  root.style.setProperty("--magnified", by);
  return by;
}
