// A command being filled in: its name, one field per option, and a tail from which optional ones are added.

import { el, icon } from "./dom.js";
import { Field } from "./fields.js";

const PAUSE = 60; // between a letter and the question to the bot

export class CommandForm {
  /** `list` is the composer's choice list; `onrun(form)`, `oncancel(text)`, `onproblem(words)` tell the composer. */
  constructor(command, scene, { list, anchor, channel, onrun, oncancel, onproblem, onchange }) {
    Object.assign(this, { command, list, anchor, channel, onrun, oncancel, onproblem, onchange });
    this.model = scene.model;
    this.fields = [];
    this.asked = 0; // number of the newest question to the bot
    this.waiting = null;
    this.tail = el("input", {
      class: "tail",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-label": `/${command.path}: Enter runs it`,
      autocomplete: "off",
      spellcheck: "false",
      onfocus: () => this.showOptional(),
      oninput: () => this.typedInTail(),
      onkeydown: (event) => this.keysInTail(event),
      onblur: () => this.list.hide(),
    });
    const name = el("span", { class: "command-chip" }, `/${command.path}`);
    const close = el("button", { type: "button", class: "icon-button", "aria-label": "Give up this command", title: "Give up this command (Escape)", onclick: () => this.oncancel("") }, icon("close"));
    this.slots = el("span", { class: "slots" });
    this.node = el("div", { class: "command", role: "group", "aria-label": `/${command.path}: ${command.description}` }, name, this.slots, this.tail, close);
    for (const option of command.options.filter(({ required }) => required)) this.addField(option);
    this.hintTail();
  }

  get optional() {
    return this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  get words() {
    return [`/${this.command.path}`, ...this.fields.filter((field) => !field.isEmpty).map((field) => `${field.option.name}:${field.text}`)].join(" ");
  }

  field(name) {
    return this.fields.find((field) => field.option.name === name);
  }

  hintTail() {
    const missing = this.fields.some((field) => field.option.required && field.isEmpty);
    const more = this.optional.length;
    this.tail.placeholder = missing ? "" : more ? `Enter runs it · ${more} optional` : "Enter runs it";
  }

  addField(option) {
    const field = new Field(option, this.model);
    const { input } = field;
    input.addEventListener("focus", () => this.showRows(field));
    input.addEventListener("blur", () => this.list.hide());
    input.addEventListener("input", () => this.typed(field));
    input.addEventListener("change", () => option.kind === "attachment" && this.changed());
    input.addEventListener("keydown", (event) => this.keysInField(event, field));
    this.fields.push(field);
    this.slots.append(field.node);
    return field;
  }

  removeField(field) {
    this.fields = this.fields.filter((other) => other !== field);
    field.node.remove();
    this.changed();
  }

  changed() {
    this.hintTail();
    this.onproblem(this.fields.find((field) => field.wrong)?.wrong ?? null);
    this.onchange();
  }

  focus() {
    (this.fields.find((field) => field.isEmpty)?.input ?? this.tail).focus();
  }

  // -- rows to choose from

  show(field, rows, { note = null, active = 0 } = {}) {
    if (document.activeElement !== field.input) return;
    const header = el("div", { class: "popup-about" }, el("strong", {}, field.option.name), ` ${field.about}`);
    const footer = note ? el("span", { class: "popup-note", role: "status" }, note) : null;
    this.list.show(rows, { anchor: this.anchor(), field: field.input, header, footer, active });
  }

  showRows(field) {
    this.list.onpick = (row) => this.picked(field, row);
    if (field.ownRows === null) {
      this.ask(field, 0);
      return;
    }
    const rows = field.rowsFor(field.text);
    const exact = field.picked ?? field.exact(rows);
    this.show(field, rows, { active: Math.max(0, rows.findIndex((row) => row.value === exact?.value)), note: rows.length || !field.ownRows.length ? null : "Nothing fits." });
  }

  /** Asks the bot for suggestions; only the newest answer counts. */
  ask(field, pause = PAUSE) {
    this.asked += 1;
    const number = this.asked;
    if (!this.list.isOpen) this.show(field, [], { note: "Looking…" });
    this.waiting = new Promise((resolve) => setTimeout(resolve, pause)).then(() => (number === this.asked ? this.suggestions(field, number) : null));
    return this.waiting;
  }

  async suggestions(field, number) {
    const options = {};
    for (const other of this.fields) if (other !== field && !other.isEmpty && other.option.kind !== "attachment") options[other.option.name] = other.sketch;
    const text = field.picked ? "" : field.text.trim();
    let rows = [];
    let note = null;
    try {
      const result = await this.model.interact({ kind: "autocomplete", channel: this.channel, command: this.command.path, option: field.option.name, text, options });
      if (result.status === "failed") note = `No suggestions: ${result.reason}`;
      else rows = (result.choices ?? []).map(({ name, value }) => ({ label: name, value }));
      if (!rows.length && !note) note = text ? `Nothing fits “${text}”.` : "There is nothing to choose here now.";
    } catch (problem) {
      note = problem.message;
    }
    if (number !== this.asked) return null;
    this.waiting = null;
    const exact = field.picked ? rows.find((row) => row.value === field.picked.value) : field.exact(rows);
    this.show(field, rows, { note, active: Math.max(0, rows.indexOf(exact)) });
    return rows;
  }

  picked(field, row) {
    field.choose(row);
    this.changed();
    this.next(field);
  }

  /** To the next empty field, or to the tail. */
  next(field) {
    const later = this.fields.slice(this.fields.indexOf(field) + 1);
    const empty = later.find((other) => other.isEmpty) ?? this.fields.find((other) => other.isEmpty && other.option.required);
    (empty?.input ?? this.tail).focus();
  }

  // -- typing

  typed(field) {
    field.picked = null;
    field.complain(null);
    field.fit();
    const named = this.namedAtEnd(field.text);
    if (named) {
      field.text = field.text.slice(0, named.at).trim();
      this.changed();
      if (named.option === field.option) this.showRows(field);
      else this.goTo(named.option);
      return;
    }
    this.changed();
    if (field.ownRows === null) this.ask(field);
    else this.showRows(field);
  }

  /** Typing "to:" anywhere goes to that option. */
  namedAtEnd(text) {
    for (const option of this.command.options) {
      const end = `${option.name}:`;
      const at = text.length - end.length;
      if (text.endsWith(end) && (at === 0 || text[at - 1] === " ")) return { option, at };
    }
    return null;
  }

  goTo(option) {
    const field = this.field(option.name) ?? this.addField(option);
    field.input.focus();
    this.changed();
  }

  async keysInField(event, field) {
    if (event.isComposing) return;
    const { list } = this;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (list.isOpen) list.move(key === "ArrowDown" ? 1 : -1);
      else this.showRows(field);
    } else if (key === "Escape") {
      event.preventDefault();
      if (list.isOpen) list.hide();
      else this.oncancel("");
    } else if (key === "Tab" && !event.shiftKey && list.isOpen && list.current && !field.isEmpty) {
      event.preventDefault();
      list.pick();
    } else if (key === "Enter") {
      event.preventDefault();
      this.enter(field, this.waiting ? await this.waiting : list.rows);
    } else if (key === "Backspace" && field.isEmpty) {
      event.preventDefault();
      this.backFrom(field);
    }
  }

  /** Enter takes the active row. What was typed out in full also runs the command, if nothing else is needed. */
  enter(field, rows) {
    if (!rows || document.activeElement !== field.input) return;
    const exact = field.isEmpty || field.picked ? null : field.exact(rows);
    if (exact) {
      this.picked(field, exact);
      if (this.fields.every((other) => !other.option.required || !other.isEmpty)) this.run();
    } else if (this.list.isOpen && this.list.current && !(field.isEmpty && !field.option.required)) {
      this.list.pick();
    } else {
      this.run();
    }
  }

  backFrom(field) {
    const at = this.fields.indexOf(field);
    if (!field.option.required) this.removeField(field);
    if (at > 0) this.fields[at - 1].input.focus();
    else if (!field.option.required) this.focus();
    else this.oncancel(`/${this.command.path}`);
  }

  // -- the tail

  showOptional() {
    const wanted = this.tail.value.trim().toLowerCase();
    const rows = this.optional.filter(({ name }) => name.includes(wanted)).map((option) => ({ label: option.name, detail: option.description, value: option, group: "Optional" }));
    this.list.onpick = (row) => {
      this.tail.value = "";
      this.goTo(row.value);
    };
    if (rows.length) this.list.show(rows, { anchor: this.anchor(), field: this.tail, header: null, active: wanted ? 0 : -1 });
    else this.list.hide();
  }

  typedInTail() {
    const named = this.namedAtEnd(this.tail.value);
    if (named) {
      this.tail.value = "";
      this.goTo(named.option);
    } else {
      this.showOptional();
    }
  }

  keysInTail(event) {
    const { list, tail } = this;
    if (event.key === "Enter") {
      event.preventDefault();
      if (list.isOpen && list.current) list.pick();
      else if (tail.value.trim()) this.onproblem(`/${this.command.path} has no option “${tail.value.trim()}”.`);
      else this.run();
    } else if (event.key === "Tab" && !event.shiftKey && list.isOpen && list.current) {
      event.preventDefault();
      list.pick();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (list.isOpen) list.hide();
      else this.oncancel("");
    } else if (event.key === "Backspace" && !tail.value) {
      event.preventDefault();
      if (this.fields.length) this.fields.at(-1).input.focus();
      else this.oncancel(`/${this.command.path}`);
    }
  }

  // -- running, keeping, filling

  run() {
    const wrong = this.fields.filter((field) => !field.check());
    this.changed();
    if (wrong.length) {
      wrong[0].input.focus();
      return;
    }
    this.onrun(this);
  }

  async options() {
    const options = {};
    for (const field of this.fields) if (!field.isEmpty) options[field.option.name] = await field.value();
    return options;
  }

  complainAt(name, words) {
    const option = this.command.options.find((each) => each.name === name);
    if (!option) return;
    const field = this.field(name) ?? this.addField(option);
    field.complain(words);
    field.input.focus();
  }

  /** As data, for a reload of the page or to bring a refused command back. */
  save() {
    return { path: this.command.path, fields: this.fields.map(({ option, text, picked }) => ({ name: option.name, text, value: picked ? picked.value : null })) };
  }

  restore(fields) {
    for (const { name, text, value } of fields) {
      const option = this.command.options.find((each) => each.name === name);
      if (!option) continue;
      const field = this.field(name) ?? this.addField(option);
      if (value === null) field.text = text;
      else field.choose({ label: text, value });
    }
    this.hintTail();
  }

  /** Fills in "origin:5 to:3", or a bare value for the first option. */
  fillFrom(text) {
    const names = this.command.options.map(({ name }) => name.replace(/[^\p{L}\p{N}_-]/gu, ""));
    if (!names.length || !text.trim()) return;
    const marks = [...text.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gu"))];
    const first = marks.length ? text.slice(0, marks[0].index).trim() : text.trim();
    if (first) (this.fields[0] ?? this.addField(this.command.options[0])).text = first;
    marks.forEach((mark, at) => {
      const option = this.command.options.find(({ name }) => name === mark[1]);
      const field = this.field(option.name) ?? this.addField(option);
      field.text = text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length).trim();
    });
    this.hintTail();
  }
}

/** Commands that fit what was typed after "/", grouped by their first word. */
export function commandRows(commands, typed) {
  const wanted = typed.toLowerCase();
  const slash = commands.filter(({ kind }) => kind === "slash");
  const rank = ({ path, description }) => {
    if (path.startsWith(wanted)) return 0;
    if (path.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (path.includes(wanted)) return 2;
    return description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  const groupOf = ({ path }) => (path.includes(" ") ? path.slice(0, path.indexOf(" ")) : "Commands");
  const groups = new Map();
  for (const command of slash.filter((each) => rank(each) < 4).sort((a, b) => rank(a) - rank(b))) {
    const group = groupOf(command);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(command);
  }
  return [...groups].flatMap(([group, members]) =>
    members.map((command) => ({
      label: [`/${command.path}`, el("span", { class: "popup-options" }, command.options.map(({ name, required }) => ` ${required ? name : `[${name}]`}`).join(""))],
      detail: command.description,
      value: command,
      group,
    })),
  );
}
