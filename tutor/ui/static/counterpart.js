/** The other end of a widget's comm, with the part of a widget model's interface that `render` of the desk uses. */
export class Counterpart {
  constructor(traits) {
    this.traits = traits;
    this.listeners = new Map();
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

  tell(event, ...values) {
    for (const listener of this.listeners.get(event) ?? []) listener(...values);
  }

  /** Take in what the widget says through its comm. */
  take({ method, content, state }) {
    if (method === "custom") this.tell("msg:custom", content);
    if (method !== "update") return;
    Object.assign(this.traits, state);
    for (const name of Object.keys(state)) this.tell(`change:${name}`);
  }
}
