/** The desk as a widget of a notebook. */
import { render } from "./desk.js";

export default { render };
