// What a visitor reads until the desk is there. The bar counts bytes that have arrived, and then finished steps.
{
  const DOWNLOADED = 60; // per cent of the bar that the download takes
  const STEPS = { python: [75, "Unpacking the rules…"], packages: [80, "Setting the table…"] };
  const { files, version } = JSON.parse(document.getElementById("site").textContent); // files: bytes by name, unpacked
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  const opening = document.getElementById("opening");
  const words = document.getElementById("loading-now");
  const bar = document.getElementById("loading-bar");
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let come = 0;

  const show = (share, text) => {
    if (share >= bar.value) [bar.value, words.textContent] = [share, text];
  };

  const stop = (text) => {
    opening.classList.add("stopped");
    opening.setAttribute("role", "alert");
    words.textContent = text;
  };

  /** Request a file early, so that it is in the browser's cache when the kernel requests it. */
  const load = async (name) => {
    const answer = await fetch(name);
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      come += part.value.length;
      show((DOWNLOADED * Math.min(come, total)) / total, `Loading the rules: ${megabytes(come)} of ${megabytes(total)} MB`);
    }
  };

  /** Here the kernel's worker reports its progress. */
  const listen = () => {
    window.Worker = class extends window.Worker {
      constructor(...options) {
        super(...options);
        this.addEventListener("message", ({ data }) => {
          if (data?.rulesTutor === "failed") stop("The rules could not be loaded. Please reload the page. If that does not help, tell the person who runs this site.");
          else if (data?.rulesTutor in STEPS) show(...STEPS[data.rulesTutor]);
        });
      }
    };
  };

  /** Cache what this page needed to start, for later visits, if the browser allows it. */
  const keep = async () => {
    if (!navigator.serviceWorker || !window.caches) return;
    const here = new URL(".", location.href).href;
    const cache = await caches.open(`rules-tutor ${here} ${version}`);
    const used = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.startsWith(here));
    for (const url of new Set([location.href.split(/[?#]/)[0], ...used])) {
      if (!(await cache.match(url))) await cache.add(url);
    }
    await navigator.serviceWorker.register("service-worker.js");
  };

  const desk = new MutationObserver(() => {
    if (!document.querySelector(".desk:not([data-still])")) return;
    desk.disconnect();
    keep().catch((error) => console.info("This browser keeps nothing for later visits:", error));
  });

  if (typeof WebAssembly !== "object" || !window.Worker || !window.ReadableStream) {
    stop("This browser cannot run the tutor, because it lacks WebAssembly. Any current Firefox, Chrome, Edge or Safari can.");
  } else {
    listen();
    desk.observe(document.body, { childList: true, subtree: true });
    Promise.all(Object.keys(files).map(load)).then(() => show(DOWNLOADED, "Starting Python…"), () => {});
  }
}
