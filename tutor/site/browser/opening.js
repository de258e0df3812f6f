// Starts the page's Python before anything else, and tells the visitor how far it is. The bar counts bytes that have
// arrived, and then finished steps.
{
  const DOWNLOADED = 70; // per cent of the bar that the download takes
  const SETTING = [90, "Setting the table…"];
  const FAILED = "The rules could not be loaded. Please reload the page. If that does not help, tell the person who runs this site.";
  const TOO_OLD = "This browser cannot run the tutor, because it lacks WebAssembly or is too old. Any current version of Firefox, Chrome, Edge or Safari can run it.";
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const { files, sizes, version } = read("site"); // sizes: bytes of what Python starts from, by name
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let come = 0;
  let stopped = false;

  const whenRead = (doing) => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", doing) : doing());

  const show = (share, text) => {
    const bar = document.getElementById("loading-bar");
    if (bar && !stopped && share >= bar.value) [bar.value, document.getElementById("loading-now").textContent] = [share, text];
  };

  const stop = (text) => whenRead(() => {
    stopped = true;
    const opening = document.getElementById("opening");
    opening.classList.add("stopped");
    opening.setAttribute("role", "alert");
    document.getElementById("loading-now").textContent = text;
  });

  const hear = ({ data }) => {
    if (data.failed) stop(FAILED);
    else if (data.started) show(...SETTING);
    else if (data.come) {
      come += data.come;
      if (come < total) show((DOWNLOADED * come) / total, `Loading the rules: ${megabytes(come)} of ${megabytes(total)} MB`);
      else show(DOWNLOADED, "Starting Python…");
    }
  };

  /** Cache what this page needed to start, for later visits, if the browser allows it. */
  const keep = async () => {
    if (!navigator.serviceWorker || !window.caches) return;
    const here = new URL(".", location.href).href;
    const cache = await caches.open(`rules-tutor ${here} ${version}`);
    for (const url of [location.href.split(/[?#]/)[0], ...files.map((name) => here + name)]) {
      if (!(await cache.match(url))) await cache.add(url);
    }
    await navigator.serviceWorker.register("service-worker.js");
  };

  const watch = () => {
    const desk = new MutationObserver(() => {
      if (!document.querySelector(".desk:not([data-still])")) return;
      desk.disconnect();
      keep().catch((error) => console.info("This browser keeps nothing for later visits:", error));
    });
    desk.observe(document.body, { childList: true, subtree: true });
  };

  if (typeof WebAssembly !== "object" || !window.Worker || !window.DecompressionStream) stop(TOO_OLD);
  else {
    window.python = new Worker("python/worker.js");
    python.said = []; // what the desk has to hear, until its script is there
    python.addEventListener("message", hear);
    python.addEventListener("message", ({ data }) => data.said && python.said?.push(data.said));
    python.addEventListener("error", () => stop(FAILED));
    python.postMessage({ code: read("code") });
    whenRead(watch);
  }
}
