// Building nodes. Text always goes in as text nodes: nothing on this page is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

// Drawn for a 24 by 24 field, in strokes.
const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M4 15h16",
  forum: "M4 5h16v4H4zM4 13h16M4 17h10",
  thread: "M6 4v8a4 4 0 0 0 4 4h9M15 12l4 4-4 4",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  send: "M4 12 20 4l-5 16-4-6zM11 14l9-10",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  out: "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  check: "M5 12l5 5L19 7",
  reply: "M10 5 4 11l6 6M4 11h9a7 7 0 0 1 7 7v1",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  pin: "M9 4h6l-1 6 4 4H6l4-4zM12 14v6",
  slash: "M15 4 9 20",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.5h.01",
  people: "M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2 20c0-4 3-6 7-6s7 2 7 6M16 5a3.5 3.5 0 0 1 0 7M18 14.5c2.5.8 4 2.5 4 5.5",
};

/** A node: el("button", {class: "x", onclick: f, "aria-label": "Close"}, "text", child, null). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, what] of Object.entries(value)) node.style.setProperty(key, what);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  add(node, children);
  return node;
}

export function add(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** Gives a node new contents. */
export function fill(node, ...children) {
  node.replaceChildren();
  return add(node, children);
}

export function icon(name, label = null) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onclick, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props }, icon(name));
}

let last = 0;
/** An id for aria references. */
export function freshId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** Snowflake ids compared as numbers: negative when a is older. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Puts a floating box beside its anchor, above or below, inside the window. */
export function placeBeside(box, anchor, { above = false, matchWidth = false } = {}) {
  const at = anchor.getBoundingClientRect();
  const height = window.innerHeight;
  const width = document.documentElement.clientWidth;
  if (matchWidth) box.style.width = `${at.width}px`;
  const spaceAbove = at.top - 12;
  const spaceBelow = height - at.bottom - 12;
  const wanted = Math.min(box.scrollHeight, 380);
  const up = above ? spaceAbove >= Math.min(wanted, 160) : spaceBelow < wanted && spaceAbove > spaceBelow;
  box.style.maxHeight = `${Math.max(120, Math.min(380, up ? spaceAbove : spaceBelow))}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, width - box.offsetWidth - 8))}px`;
  box.style.top = up ? "auto" : `${at.bottom + 4}px`;
  box.style.bottom = up ? `${height - at.top + 4}px` : "auto";
}
