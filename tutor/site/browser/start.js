// Runs in the kernel's worker in place of Pyodide's own script: the same Python, with all its packages unpacked at
// once and none looked for one by one. `packages` names what the kernel would otherwise look for.
const tell = (step) => postMessage({ rulesTutor: step });

async function content(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

self.loadPyodide = async ({ packages, bundles, ...options }) => {
  try {
    const contents = bundles.map((name) => content(options.indexURL + name));
    importScripts(`${options.indexURL}pyodide.js`); // takes the place of this function
    const python = await self.loadPyodide(options);
    tell("python");
    const folder = python.runPython("import site; site.getsitepackages()[0]");
    for (const bundle of contents) python.unpackArchive(await bundle, "zip", { extractDir: folder });
    tell("packages");
    return python;
  } catch (error) {
    tell("failed");
    throw error;
  }
};
