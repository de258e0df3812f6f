// Compiles a folder's modules with the very Python that runs them later: node compile.mjs PYODIDE FOLDER
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/folder", folder);
try {
  python.runPython(`
import os
import py_compile
from pathlib import Path

for module in sorted(Path("/folder").rglob("*.py")):
    name = str(module.relative_to("/folder"))
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(module), f"{module}c", name, doraise=True, invalidation_mode=unchecked)
    module.unlink()
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
