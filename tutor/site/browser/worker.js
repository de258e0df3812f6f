// The page's Python. It does not start from nothing: the build has kept the memory of a Python that has imported all
// that the pages need, and this one goes on from there.
const HERE = new URL(".", location.href).href;

/** Tell the page how many bytes of a file have arrived. */
const arrived = (bytes) => postMessage({ come: bytes });

async function requested(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name} could not be loaded: ${answer.status} ${answer.statusText}`);
  return answer;
}

/** Return the content of a file that the build has compressed. */
async function unpacked(name) {
  const { body } = await requested(name);
  const counting = new TransformStream({
    transform(part, onward) {
      arrived(part.length);
      onward.enqueue(part);
    },
  });
  const content = body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(content).arrayBuffer());
}

/** Lay out files for Python: four bytes that say how long the list is, the list of paths and sizes, and the contents. */
function layOut({ FS }, folder, bundle) {
  const length = new DataView(bundle.buffer).getUint32(0, true);
  let place = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bundle.subarray(4, place)))) {
    const whole = `${folder}/${path}`;
    FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    FS.writeFile(whole, bundle.subarray(place, (place += size)), { canOwn: true });
  }
}

async function start() {
  const memory = unpacked("memory.bin");
  const files = unpacked("files.bin");
  files.catch(() => {}); // awaited below
  importScripts(`${HERE}pyodide.js`);
  const python = await loadPyodide({ indexURL: HERE, _loadSnapshot: memory });
  layOut(python, python.globals.get("PACKAGES"), await files);
  postMessage({ started: true });
  return python;
}

const say = (text) => postMessage({ said: text });
const python = start();
python.catch(() => postMessage({ failed: true }));

addEventListener("message", async ({ data }) => {
  const { globals } = await python;
  try {
    if (data.code) globals.get("open_page")(data.code, say);
    else globals.get("hear")(data.said);
  } catch (error) {
    if (data.code) postMessage({ failed: true });
    throw error;
  }
});
