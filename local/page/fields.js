// One option of a command while it is being typed: its rows to choose from, its value, what is wrong with it.

import { el, icon } from "./dom.js";
import { readFile } from "./modal.js";
import { avatar } from "./people.js";

const YES = { true: true, yes: true, on: true, false: false, no: false, off: false };
const KINDS = { string: "text", integer: "a whole number", number: "a number", boolean: "yes or no", user: "a person", channel: "a channel", role: "a role", mentionable: "a person or a role", attachment: "a file" };

export class Field {
  constructor(option, model) {
    this.option = option;
    this.model = model;
    this.picked = null; // the row that was chosen, as long as the text is untouched
    this.wrong = null;
    this.input = el("input", {
      type: option.kind === "attachment" ? "file" : "text",
      class: "field-input",
      role: option.kind === "attachment" ? null : "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-label": `${option.name}: ${option.description}${option.required ? "" : " (optional)"}`,
      autocomplete: "off",
      spellcheck: "false",
      inputmode: option.kind === "integer" ? "numeric" : option.kind === "number" ? "decimal" : null,
      maxlength: option.max_length,
    });
    this.node = el("label", { class: option.required ? "field required" : "field", "data-option": option.name }, el("span", { class: "field-name" }, option.name), this.input);
    this.fit();
  }

  get text() {
    if (this.option.kind === "attachment") return this.input.files[0]?.name ?? "";
    return this.input.value;
  }

  set text(words) {
    if (this.option.kind === "attachment") return;
    this.input.value = words;
    this.picked = null;
    this.fit();
  }

  get isEmpty() {
    return this.option.kind === "attachment" ? this.input.files.length === 0 : this.text.trim() === "";
  }

  /** The field is as wide as its text. */
  fit() {
    if (this.option.kind !== "attachment") this.input.style.width = `${Math.min(Math.max(this.text.length + 1, 4), 36)}ch`;
  }

  choose(row) {
    this.text = row.label;
    this.picked = row;
    this.complain(null);
  }

  complain(words) {
    this.wrong = words;
    this.node.classList.toggle("wrong", Boolean(words));
    this.input.setAttribute("aria-invalid", words ? "true" : "false");
  }

  get about() {
    const { option } = this;
    const limits = [];
    if (option.min !== null && option.min !== undefined) limits.push(`at least ${option.min}`);
    if (option.max !== null && option.max !== undefined) limits.push(`at most ${option.max}`);
    return [option.description, option.choices?.length || option.autocomplete ? null : KINDS[option.kind], ...limits].filter(Boolean).join(" · ");
  }

  /** Everything this page knows itself; null when the bot must be asked. */
  get ownRows() {
    const { option, model } = this;
    const people = () => [...model.people, model.bot].map((person) => ({ value: person.id, label: `@${person.name}`, mark: () => avatar(person) }));
    const roles = () => model.roles.map((role) => ({ value: role.id, label: `@${role.name}`, mark: () => icon("people") }));
    if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
    if (option.autocomplete) return null;
    if (option.kind === "boolean") return [{ label: "true", detail: "yes", value: true }, { label: "false", detail: "no", value: false }];
    if (option.kind === "user") return people();
    if (option.kind === "role") return roles();
    if (option.kind === "mentionable") return [...people(), ...roles()];
    if (option.kind === "channel") return [...model.channels.values()].filter(({ kind }) => kind !== "dm").map((channel) => ({ value: channel.id, label: `#${channel.name}`, mark: () => icon("hash") }));
    return [];
  }

  rowsFor(text) {
    const rows = this.ownRows ?? [];
    const wanted = bare(text);
    if (!wanted || this.picked) return rows;
    const starts = rows.filter((row) => bare(row.label).startsWith(wanted));
    return [...starts, ...rows.filter((row) => !starts.includes(row) && bare(row.label).includes(wanted))];
  }

  /** The row that says exactly what was typed, by its name or its value. */
  exact(rows) {
    const wanted = bare(this.text);
    return rows.find((row) => bare(row.label) === wanted) ?? rows.find((row) => String(row.value).toLowerCase() === wanted) ?? null;
  }

  /** Looks at the text; complains and answers false when it cannot be sent. */
  check() {
    const { option, text } = this;
    const rows = this.ownRows;
    let wrong = null;
    if (this.isEmpty) wrong = option.required ? `“${option.name}” is needed: ${this.about}.` : null;
    else if (this.picked || option.kind === "attachment") wrong = null;
    else if (rows?.length) wrong = this.exact(rows) || (option.kind === "boolean" && bare(text) in YES) ? null : `“${text}” is not one of the choices of “${option.name}”.`;
    else if (option.kind === "integer" && !option.autocomplete && !/^[+-]?\d+$/.test(text.trim())) wrong = `“${option.name}” wants a whole number.`;
    else if (option.kind === "number" && !option.autocomplete && !Number.isFinite(Number(text.replace(",", ".")))) wrong = `“${option.name}” wants a number.`;
    else if (option.kind === "string" && option.min_length && text.length < option.min_length) wrong = `“${option.name}” wants at least ${option.min_length} characters.`;
    else if (["integer", "number"].includes(option.kind) && (Number(text) < (option.min ?? -Infinity) || Number(text) > (option.max ?? Infinity))) wrong = `“${option.name}”: ${this.about}.`;
    this.complain(wrong);
    return !wrong;
  }

  async value() {
    const { option, text } = this;
    if (option.kind === "attachment") return readFile(this.input.files[0]);
    const row = this.picked ?? this.exact(this.ownRows ?? []);
    if (row) return row.value;
    if (option.kind === "boolean") return YES[bare(text)];
    if (option.kind === "integer" || option.kind === "number") {
      const number = Number(text.replace(",", "."));
      return Number.isFinite(number) && text.trim() ? number : text;
    }
    return text.trim();
  }

  /** What goes along with an autocomplete request: texts as they stand. */
  get sketch() {
    if (this.picked) return this.picked.value;
    const row = this.exact(this.ownRows ?? []);
    return row ? row.value : this.text.trim();
  }
}

function bare(text) {
  return text.trim().replace(/^[@#]/, "").toLowerCase();
}
