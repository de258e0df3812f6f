/** A page's connection to the desk in its own Python, which the page has started as a worker. */
import { Counterpart } from "./counterpart.js";
import { render } from "./desk.js";

const { python } = window; // missing if this browser cannot run it

class Near extends Counterpart {
  send(content) {
    python.postMessage({ said: JSON.stringify(content) });
  }
}

let desk = null;

/** The first thing that the worker says is what the desk shows; everything else changes that. */
function hear(text) {
  const said = JSON.parse(text);
  if (desk) desk.take(said);
  else desk = open(said.state);
}

function open(traits) {
  const el = document.createElement("div");
  el.id = "coming"; // the page hides it as long as there is a picture of a desk
  document.getElementById("opening").before(el);
  const model = new Near(traits);
  render({ model, el });
  return model;
}

python?.said.splice(0).forEach(hear);
if (python) {
  python.said = null;
  python.addEventListener("message", ({ data }) => data.said && hear(data.said));
}
