// Runs a script in the very Python that runs in the browser: node run.mjs PYODIDE SCRIPT FOLDER [MEMORY]. The folder is
// /folder there; MEMORY is a file for what Python's memory contains afterwards.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, folder, memory] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: "0" }, _makeSnapshot: Boolean(memory) });
python.mountNodeFS("/folder", folder);
try {
  python.runPython(readFileSync(script, "utf8"), { filename: script });
  if (memory) writeFileSync(memory, python.makeMemorySnapshot());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
