// A list to choose from, floating beside a field or a button. The one who opens it keeps the keyboard:
// the list only shows which row is active (aria-activedescendant).

import { add, el, fill, freshId, icon, placeBeside } from "./dom.js";

/** Rows are {label, detail?, mark?, group?, value, chosen?, disabled?}. */
export class ChoiceList {
  constructor({ label, onpick, above = false, matchWidth = false }) {
    this.onpick = onpick;
    this.above = above;
    this.matchWidth = matchWidth;
    this.rows = [];
    this.active = -1;
    this.anchor = null;
    this.field = null;
    this.id = freshId("list");
    this.header = el("div", { class: "popup-header" });
    this.list = el("div", { class: "popup-rows", role: "listbox", id: this.id, "aria-label": label });
    this.footer = el("div", { class: "popup-footer" });
    // The pointer must not take the focus away from the field.
    const keepFocus = (event) => {
      if (!event.target.closest("input, button")) event.preventDefault();
    };
    this.box = el("div", { class: "popup", onmousedown: keepFocus }, this.header, this.list, this.footer);
    this.follow = () => this.place();
  }

  get isOpen() {
    return this.box.isConnected;
  }

  get current() {
    return this.rows[this.active] ?? null;
  }

  /** Shows rows beside `anchor`; `field` is the control that keeps the focus. */
  show(rows, { anchor, field, header = null, footer = null, active = 0, multiple = false }) {
    if (this.field && this.field !== field) this.release();
    this.anchor = anchor;
    this.field = field;
    this.rows = rows;
    fill(this.header, header);
    fill(this.footer, footer);
    fill(this.list);
    this.list.toggleAttribute("hidden", rows.length === 0);
    if (multiple) this.list.setAttribute("aria-multiselectable", "true");
    let group = null;
    rows.forEach((row, at) => {
      if (row.group && row.group !== group) {
        group = row.group;
        this.list.append(el("div", { class: "popup-group", role: "presentation" }, group));
      }
      this.list.append(this.draw(row, at));
    });
    if (!this.isOpen) {
      // Inside an open dialog the list must belong to it, or it would lie underneath.
      (field.closest("dialog[open]") ?? document.body).append(this.box);
      window.addEventListener("resize", this.follow);
      window.addEventListener("scroll", this.follow, true);
    }
    field.setAttribute("aria-expanded", "true");
    field.setAttribute("aria-controls", this.id);
    this.setActive(Math.min(active, rows.length - 1));
    this.place();
  }

  draw(row, at) {
    const pick = () => {
      if (!row.disabled) this.onpick(row, at);
    };
    const node = el("div", {
      class: "popup-row",
      role: "option",
      id: `${this.id}-${at}`,
      "aria-selected": row.chosen ? "true" : "false",
      "aria-disabled": row.disabled ? "true" : null,
      onclick: pick,
      onmousemove: () => this.setActive(at, false),
    });
    return add(node, [
      row.mark ? el("span", { class: "popup-mark", "aria-hidden": "true" }, row.mark()) : null,
      el("span", { class: "popup-words" }, el("span", { class: "popup-label" }, row.label), row.detail ? el("span", { class: "popup-detail" }, row.detail) : null),
      row.chosen !== undefined ? el("span", { class: "popup-check", "aria-hidden": "true" }, row.chosen ? icon("check") : null) : null,
    ]);
  }

  setActive(at, scroll = true) {
    this.list.querySelector(".active")?.classList.remove("active");
    this.active = at;
    const node = at >= 0 ? document.getElementById(`${this.id}-${at}`) : null;
    if (node) {
      node.classList.add("active");
      if (scroll) node.scrollIntoView({ block: "nearest" });
      this.field.setAttribute("aria-activedescendant", node.id);
    } else {
      this.field?.removeAttribute("aria-activedescendant");
    }
  }

  move(step) {
    const count = this.rows.length;
    if (count) this.setActive(this.active < 0 ? (step > 0 ? 0 : count - 1) : (this.active + step + count) % count);
  }

  pick() {
    const row = this.current;
    if (row && !row.disabled) this.onpick(row, this.active);
  }

  place() {
    if (!this.anchor?.isConnected) this.hide();
    else placeBeside(this.box, this.anchor, { above: this.above, matchWidth: this.matchWidth });
  }

  release() {
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
    this.field?.removeAttribute("aria-controls");
    this.field = null;
  }

  hide() {
    this.release();
    this.rows = [];
    this.active = -1;
    this.box.remove();
    window.removeEventListener("resize", this.follow);
    window.removeEventListener("scroll", this.follow, true);
  }
}

/** Closes something when the pointer goes down outside the given nodes. Returns how to stop. */
export function whenOutside(nodes, act) {
  const listener = (event) => {
    if (!nodes().some((node) => node?.contains(event.target))) act();
  };
  document.addEventListener("mousedown", listener, true);
  return () => document.removeEventListener("mousedown", listener, true);
}

/** A small menu below a button: rows are {label, mark?, act}. */
export function menu(button, label, rows) {
  let stop = () => {};
  const close = () => {
    stop();
    button.removeEventListener("keydown", keys);
    list.hide();
  };
  const list = new ChoiceList({
    label,
    onpick: (row) => {
      close();
      row.act();
    },
  });
  const keys = (event) => {
    const acts = { ArrowDown: () => list.move(1), ArrowUp: () => list.move(-1), Enter: () => list.pick(), " ": () => list.pick(), Escape: close, Tab: close };
    const act = acts[event.key];
    if (!act) return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
    act();
  };
  button.focus();
  list.show(rows, { anchor: button, field: button });
  button.addEventListener("keydown", keys);
  stop = whenOutside(() => [list.box, button], close);
}
