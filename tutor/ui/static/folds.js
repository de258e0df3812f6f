/** Lists that open over the page: Escape and leaving them close them, and the arrow keys go from entry to entry. */
const ENTRIES = ":is(a, button, summary)";

/** Close a list, and return the focus to the button that opens it. */
export function foldUp(details) {
  details.open = false;
  details.querySelector("summary").focus({ preventScroll: true });
}

function onFocusout(event) {
  const details = event.currentTarget;
  if (!details.contains(event.relatedTarget) && document.hasFocus()) details.open = false;
}

function onKeydown(event) {
  const details = event.currentTarget;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" && details.open) foldUp(details);
  else if (step) {
    details.open = true;
    const entries = [...details.querySelectorAll(ENTRIES)].filter((entry) => entry.checkVisibility());
    entries.at((entries.indexOf(document.activeElement) + step) % entries.length).focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What a `details` needs to be such a list; what it unfolds takes `tabindex="-1"`, so that a press inside stays inside. */
export const unfolding = { onFocusout, onKeydown };
