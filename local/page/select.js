// A select menu: one value is sent at once, several are sent when the list closes.

import { ChoiceList, whenOutside } from "./choices.js";
import { el, fill, icon, plural } from "./dom.js";
import { emoji } from "./text.js";
import { avatar } from "./people.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;
const SEARCH_FROM = 9;
const CHANNEL_KINDS = { text: 0, dm: 1, post: 11, thread: 11, private_thread: 12, forum: 15 };

/** What a select offers, as rows of a choice list. */
function offered(component, model) {
  const people = () => [...model.people, model.bot].map((person) => ({ value: person.id, label: person.name, mark: () => avatar(person) }));
  const roles = () => model.roles.map((role) => ({ value: role.id, label: `@${role.name}`, mark: () => icon("people") }));
  if (component.type === USER) return people();
  if (component.type === ROLE) return roles();
  if (component.type === MENTIONABLE) return [...people(), ...roles()];
  if (component.type === CHANNEL) {
    const kinds = component.channel_types;
    return [...model.channels.values()]
      .filter((channel) => channel.kind !== "dm" && (!kinds?.length || kinds.includes(CHANNEL_KINDS[channel.kind])))
      .map((channel) => ({ value: channel.id, label: channel.name, mark: () => icon(channel.kind === "forum" ? "forum" : channel.parent ? "thread" : "hash") }));
  }
  return component.options.map((option) => ({
    value: option.value,
    label: option.label,
    detail: option.description,
    mark: option.emoji ? () => emoji(option.emoji) : null,
    preset: option.default === true,
  }));
}

/**
 * `onchoose(values)` is called with each finished choice. `describe` is the id of what labels it.
 * The node has `.values` (what is chosen now).
 */
export function selectMenu(component, model, onchoose, { labelledby = null, disabled = false } = {}) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const many = most > 1;
  const rows = offered(component, model);
  const presets = component.type === STRING ? rows.filter((row) => row.preset).map((row) => row.value) : (component.default_values ?? []).map(({ id }) => id);
  let sent = presets;
  let chosen = new Set(presets);
  let before = chosen;
  let stopOutside = null;

  const words = el("span", { class: "select-words" });
  const button = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledby ? null : component.placeholder || "Choose",
      "aria-labelledby": labelledby,
      "data-custom-id": component.custom_id,
      disabled: disabled || component.disabled,
      onclick: () => (list.isOpen ? finish() : open()),
      onkeydown: (event) => keys(event),
    },
    words,
    icon("down"),
  );
  const search = el("input", {
    class: "popup-search",
    placeholder: "Search",
    "aria-label": "Search the list",
    autocomplete: "off",
    oninput: () => show(),
    onkeydown: (event) => keys(event),
  });
  const list = new ChoiceList({ label: component.placeholder || "Choices", matchWidth: true, onpick: (row) => toggle(row.value) });

  function draw() {
    const picked = rows.filter((row) => chosen.has(row.value));
    words.classList.toggle("empty", picked.length === 0);
    if (picked.length === 0) fill(words, component.placeholder || (many ? "Make your choices" : "Make a choice"));
    else if (many) fill(words, picked.map((row) => el("span", { class: "select-chip" }, row.mark?.(), row.label)));
    else fill(words, picked[0].mark?.(), picked[0].label);
    button.classList.toggle("has-values", picked.length > 0);
  }

  function show(activeValue = null) {
    const wanted = search.value.trim().toLowerCase();
    const seen = rows.filter((row) => `${row.label} ${row.detail ?? ""}`.toLowerCase().includes(wanted));
    const full = chosen.size >= most;
    const drawn = seen.map((row) => ({ ...row, chosen: chosen.has(row.value), disabled: many && full && !chosen.has(row.value) }));
    const at = drawn.findIndex((row) => (activeValue ? row.value === activeValue : row.chosen));
    list.show(drawn, {
      anchor: button,
      field: rows.length >= SEARCH_FROM ? search : button,
      header: rows.length >= SEARCH_FROM ? search : null,
      footer: footer(),
      active: Math.max(at, 0),
      multiple: many,
    });
    if (drawn.length === 0) fill(list.footer, el("span", { class: "popup-note" }, "Nothing fits."));
  }

  function footer() {
    if (!many) return least === 0 && chosen.size ? el("button", { type: "button", class: "popup-done", onclick: clear }, "Choose nothing") : null;
    const missing = least - chosen.size;
    const note = missing > 0 ? `Choose ${plural(missing, "more", "more")}` : most >= rows.length ? `${chosen.size} chosen` : `${chosen.size} of at most ${most}`;
    return [el("span", { class: "popup-note", role: "status" }, note), el("button", { type: "button", class: "popup-done", disabled: missing > 0, onclick: finish }, "Done")];
  }

  function open() {
    before = new Set(chosen);
    search.value = "";
    button.focus();
    show();
    if (rows.length >= SEARCH_FROM) search.focus();
    stopOutside = whenOutside(() => [list.box, button], finish);
  }

  function close() {
    stopOutside?.();
    const inside = list.box.contains(document.activeElement);
    list.hide();
    if (inside) button.focus();
    draw();
  }

  function cancel() {
    chosen = before;
    close();
  }

  function clear() {
    chosen = new Set();
    finish();
  }

  function toggle(value) {
    if (!many) {
      chosen = new Set([value]);
      close();
      send(true);
      return;
    }
    chosen = new Set(chosen);
    if (!chosen.delete(value)) chosen.add(value);
    draw();
    show(value);
  }

  function finish() {
    if (chosen.size < least) {
      cancel();
    } else {
      close();
      send(false);
    }
  }

  function send(always) {
    const values = rows.filter((row) => chosen.has(row.value)).map((row) => row.value);
    if (!always && values.join("\n") === sent.join("\n")) return;
    sent = values;
    onchoose(values);
  }

  function keys(event) {
    const opens = !list.isOpen && ["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key);
    if (opens && event.target === button) {
      event.preventDefault();
      open();
      return;
    }
    if (!list.isOpen) return;
    const typing = event.target === search;
    if (event.key === "ArrowDown") list.move(1);
    else if (event.key === "ArrowUp") list.move(-1);
    else if (event.key === "Home" && !typing) list.setActive(0);
    else if (event.key === "End" && !typing) list.setActive(list.rows.length - 1);
    else if (event.key === "Enter" && event.ctrlKey) finish();
    else if (event.key === "Enter" || (event.key === " " && !typing)) list.pick();
    else if (event.key === "Escape") cancel();
    else if (event.key === "Tab") {
      finish();
      return;
    } else if (!typing && event.key.length === 1) jump(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function jump(letter) {
    const after = list.active + 1;
    const order = [...list.rows.keys()].map((_, at) => (after + at) % list.rows.length);
    const at = order.find((row) => list.rows[row].label.toLowerCase().startsWith(letter.toLowerCase()));
    if (at !== undefined) list.setActive(at);
  }

  draw();
  Object.defineProperty(button, "values", { get: () => rows.filter((row) => chosen.has(row.value)).map((row) => row.value) });
  return button;
}
