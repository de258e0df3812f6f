/** A page's own line to the widget in its kernel: what a desk needs of a notebook's front end, and no more. */

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const VERSION = "5.3"; // of the kernels' messages

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The other end of a widget's comm, with the part of a widget model's interface that `render` of the desk uses. */
export class Line {
  constructor(address, comm, traits) {
    this.session = crypto.getRandomValues(new Uint32Array(4)).join("");
    this.address = `${address}?session_id=${this.session}`;
    this.comm = comm;
    this.traits = traits;
    this.listeners = new Map();
    this.waiting = [];
    this.sent = 0;
    this.call();
  }

  get(name) {
    return this.traits[name];
  }

  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  off(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? []).filter((other) => other !== listener));
  }

  /** Say something to the widget; while there is no connection it waits, and one that broke is made again. */
  send(content) {
    this.waiting.push(this.envelope({ method: "custom", content }));
    if (this.socket.readyState > WebSocket.OPEN) this.call();
    this.post();
  }

  call() {
    this.socket = new WebSocket(this.address, [PROTOCOL]);
    this.socket.binaryType = "arraybuffer";
    this.socket.addEventListener("open", () => this.post());
    this.socket.addEventListener("message", ({ data }) => this.hear(unpack(data)));
  }

  post() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    for (const message of this.waiting.splice(0)) this.socket.send(message);
  }

  envelope(data) {
    const id = `${this.session}-${(this.sent += 1)}`;
    const header = { msg_id: id, msg_type: "comm_msg", session: this.session, username: "", version: VERSION, date: new Date().toISOString() };
    return pack(["shell", ...[header, {}, {}, { comm_id: this.comm, data }].map((part) => JSON.stringify(part))]);
  }

  hear([, header, , , content]) {
    if (JSON.parse(header).msg_type !== "comm_msg") return;
    const { comm_id: comm, data } = JSON.parse(content);
    if (comm !== this.comm) return;
    if (data.method === "custom") this.tell("msg:custom", data.content);
    if (data.method !== "update") return;
    Object.assign(this.traits, data.state);
    for (const name of Object.keys(data.state)) this.tell(`change:${name}`);
  }

  tell(event, ...values) {
    for (const listener of this.listeners.get(event) ?? []) listener(...values);
  }
}

/** The parts of a message as one: how many places follow, where each part begins and the last ends, and the parts. */
export function pack(parts) {
  const bytes = parts.map((part) => encoder.encode(part));
  const places = bytes.reduce((found, part) => [...found, found.at(-1) + part.length], [8 * (bytes.length + 2)]);
  const message = new Uint8Array(places.at(-1));
  const numbers = new DataView(message.buffer);
  [places.length, ...places].forEach((number, slot) => numbers.setBigUint64(8 * slot, BigInt(number), true));
  bytes.forEach((part, index) => message.set(part, places[index]));
  return message;
}

/** The parts of such a message. */
export function unpack(buffer) {
  const numbers = new DataView(buffer);
  const number = (slot) => Number(numbers.getBigUint64(8 * slot, true));
  return Array.from({ length: number(0) - 1 }, (_, part) => decoder.decode(new Uint8Array(buffer, number(part + 1), number(part + 2) - number(part + 1))));
}
