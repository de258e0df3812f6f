// Runs a script in the very Python that runs in the browser: node run.mjs PYODIDE SCRIPT FOLDER, seen there as /folder
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, script, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/folder", folder);
try {
  python.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
