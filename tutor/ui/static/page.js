/** A page that is only a desk: it connects to its kernel itself and does not load the notebook's front end. */
import { render } from "./desk.js";
import { Line } from "./line.js";

const WIDGET = "application/vnd.jupyter.widget-view+json";
const OUTPUTS = 'script[type="application/vnd.voila.cell-output+json"]';

const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
const outputs = [...document.querySelectorAll(OUTPUTS)].map((output) => JSON.parse(output.textContent).data?.[WIDGET]);
const opening = document.getElementById("opening");
const desk = outputs.find(Boolean);
if (desk) open(desk.model_id);
else opening.querySelector("p").textContent = "The table could not be set up. It may help to reload the page.";

function open(comm) {
  const socket = new URL(`${config.baseUrl}api/kernels/${config.kernelId}/channels`, location.href);
  socket.protocol = socket.protocol.replace("http", "ws");
  const el = document.createElement("div");
  opening.before(el);
  render({ model: new Line(socket, comm, { state: "{}", store: {} }), el });
}

addEventListener("pagehide", () => navigator.sendBeacon(`${config.baseUrl}voila/api/shutdown/${config.kernelId}`));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
