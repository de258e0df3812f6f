/** A page's own connection to the widget in its kernel: only what a desk needs of a notebook's front end. */
import { Counterpart } from "./counterpart.js";

const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const VERSION = "5.3"; // the protocol of the kernels' messages
const GRACE = 700; // ms in which a broken connection may be restored silently
const FIRST_PAUSE = 500; // ms between two attempts, doubled each time
const LONGEST_PAUSE = 4000; // the longest interval, so that nobody waits much longer than a restart takes
const LONGEST_LOOK = 4000; // ms to wait for the server's answer about a kernel
const ENDED = 4000; // from here on, close codes say why the server ended a connection for good
const TOO_LONG = 1009; // the protocol's own code for a message that is too long
const REFUSED = 4004;
const CRASHED = 4005; // one of them, which a kernel's own status can mean, too
const FALLEN = ["restarting", "autorestarting", "dead"]; // a kernel that starts again knows nothing of its page

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A desk's counterpart in a kernel.
 *
 * It also tells `line`: "up" when the line is there, "cut" when it is not and is called again, "gone" when the kernel
 * is no more, and a number when the server ended it, which says why. What is said while there is no line is dropped:
 * whoever hears "up" says it again.
 */
export class Line extends Counterpart {
  constructor(address, comm, traits) {
    super(traits);
    this.session = crypto.getRandomValues(new Uint32Array(4)).join("");
    this.kernel = new URL(".", address).href.replace(/^ws/, "http").replace(/\/$/, "");
    this.address = `${address}?session_id=${this.session}`;
    this.comm = comm;
    this.sent = 0;
    this.pause = 0;
    addEventListener("pagehide", () => { this.over = true; });
    addEventListener("online", () => this.wake?.());
    addEventListener("offline", () => this.check());
    document.addEventListener("visibilitychange", () => this.wake?.());
    this.call();
  }

  /** Send something to the widget, if there is a connection. */
  send(content) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(this.envelope({ method: "custom", content }));
  }

  call() {
    const socket = new WebSocket(this.address, [PROTOCOL]);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", ({ data }) => this.hear(unpack(data)));
    socket.addEventListener("close", ({ code }) => socket === this.socket && this.closed(code));
  }

  opened() {
    clearTimeout(this.doubt);
    this.doubt = null;
    this.tell("line", "up");
  }

  closed(code) {
    if (this.over) return;
    if (code === TOO_LONG) this.end(REFUSED);
    else if (code >= ENDED) this.end(code);
    else {
      this.doubt ??= setTimeout(() => this.tell("line", "cut"), GRACE);
      this.recover();
    }
  }

  end(why) {
    this.over = true;
    clearTimeout(this.doubt);
    this.tell("line", why);
  }

  /** Reconnect once the server says that the kernel is there, trying less and less often while nobody answers. */
  async recover() {
    while (!this.over) {
      await this.rest();
      const there = await this.isThere();
      if (there === false) return this.end("gone");
      if (there) return this.call(); // if this fails too, its end leads here again
      this.tell("line", "cut");
    }
  }

  /** Wait, longer each time, until the visitor or the network comes back at the latest. */
  rest() {
    const pause = this.pause * (0.75 + Math.random() / 2); // so that not all pages of a class reconnect at once
    this.pause = Math.min(2 * this.pause || FIRST_PAUSE, LONGEST_PAUSE);
    return new Promise((wake) => {
      this.wake = wake;
      setTimeout(wake, pause);
    });
  }

  /** Whether the kernel is there; undefined if the server does not answer. */
  async isThere() {
    try {
      const { ok, status } = await fetch(this.kernel, { cache: "no-store", signal: AbortSignal.timeout(LONGEST_LOOK) });
      return status === 404 ? false : ok || undefined;
    } catch {
      return undefined;
    }
  }

  /** Check whether anybody answers; if not, give this connection up and reconnect. */
  async check() {
    const { socket } = this;
    if (socket.readyState !== WebSocket.OPEN || (await this.isThere()) || socket !== this.socket || this.over) return;
    this.socket = { readyState: WebSocket.CLOSED }; // its messages and its end no longer count
    socket.close();
    this.closed();
  }

  envelope(data) {
    const id = `${this.session}-${(this.sent += 1)}`;
    const header = { msg_id: id, msg_type: "comm_msg", session: this.session, username: "", version: VERSION, date: new Date().toISOString() };
    return pack(["shell", ...[header, {}, {}, { comm_id: this.comm, data }].map((part) => JSON.stringify(part))]);
  }

  hear([, header, , , content]) {
    this.pause = 0;
    const { msg_type: type } = JSON.parse(header);
    if (type === "status" && FALLEN.includes(JSON.parse(content).execution_state)) this.end(CRASHED);
    if (type !== "comm_msg") return;
    const { comm_id: comm, data } = JSON.parse(content);
    if (comm === this.comm) this.take(data);
  }
}

/** Join the parts of a message: the number of offsets, where each part begins and the last one ends, and the parts. */
export function pack(parts) {
  const bytes = parts.map((part) => encoder.encode(part));
  const places = bytes.reduce((found, part) => [...found, found.at(-1) + part.length], [8 * (bytes.length + 2)]);
  const message = new Uint8Array(places.at(-1));
  const numbers = new DataView(message.buffer);
  [places.length, ...places].forEach((number, slot) => numbers.setBigUint64(8 * slot, BigInt(number), true));
  bytes.forEach((part, index) => message.set(part, places[index]));
  return message;
}

/** Split such a message into its parts. */
export function unpack(buffer) {
  const numbers = new DataView(buffer);
  const number = (slot) => Number(numbers.getBigUint64(8 * slot, true));
  return Array.from({ length: number(0) - 1 }, (_, part) => decoder.decode(new Uint8Array(buffer, number(part + 1), number(part + 2) - number(part + 1))));
}
