// A modal of the bot: a small form in a dialog. It is sent once; on failure the words stay.

import { el, fill, freshId, icon, iconButton, plural } from "./dom.js";
import { selectMenu } from "./select.js";
import { markdown } from "./text.js";

const [TEXT_INPUT, TEXT, LABEL, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX] = [4, 10, 18, 19, 21, 22, 23];

/** Reads a chosen file as the server wants it. */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { filename: file.name, data: btoa(binary) };
}

export function openModal(modal, scene) {
  const fields = [];
  const problem = el("p", { class: "form-problem", role: "alert", hidden: true });
  const title = el("h2", { id: freshId("title") }, modal.title);
  const send = el("button", { type: "submit", class: "button primary" }, "Send");
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el("header", {}, title, iconButton("close", "Close without sending", () => dialog.close())),
    el("div", { class: "form-fields" }, modal.components.map((component) => block(component, fields, scene))),
    problem,
    el("footer", {}, el("button", { type: "button", class: "button quiet", onclick: () => dialog.close() }, "Cancel"), send),
  );
  const complain = (words) => {
    fill(problem, words ? [icon("warning"), words] : null);
    problem.hidden = !words;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    complain(null);
    send.disabled = true;
    try {
      const values = {};
      for (const field of fields) {
        const value = await field.value();
        if (value !== null) values[field.id] = value;
      }
      const result = await scene.model.interact({ kind: "submit", modal: modal.id, values });
      if (result.status === "failed") complain(`${result.reason}. Your words are still here; try again.`);
      else dialog.close();
    } catch (refusal) {
      const field = fields.find(({ id }) => id === refusal.field);
      if (field) field.complain(refusal.message);
      else complain(refusal.message);
    } finally {
      send.disabled = false;
    }
  });
  const dialog = el("dialog", { class: "modal", "aria-labelledby": title.id, onclose: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

function block(component, fields, scene) {
  if (component.type === TEXT) return el("div", { class: "text" }, markdown(component.content, scene));
  if (component.type === LABEL) return labelled(component.component, component.label, component.description, fields, scene);
  if (component.type === 1) return component.components.map((inner) => labelled(inner, inner.label ?? inner.placeholder ?? "", null, fields, scene));
  return null;
}

/** A question with its label, its explanation, its control and the place for what is wrong. */
function labelled(component, label, description, fields, scene) {
  const ids = { label: freshId("label"), note: freshId("note"), wrong: freshId("wrong") };
  const control = controlOf(component, ids, scene);
  const wrong = el("p", { class: "form-wrong", id: ids.wrong, role: "alert", hidden: true });
  const complain = (words) => {
    fill(wrong, words);
    wrong.hidden = !words;
    control.node.classList.toggle("wrong", Boolean(words));
  };
  fields.push({
    id: component.custom_id,
    focus: control.focus,
    value: control.value,
    complain,
    check: () => {
      const words = control.check();
      complain(words);
      return !words;
    },
  });
  const optional = component.type !== CHECKBOX && (component.required === false || component.min_values === 0);
  return el(
    "div",
    { class: "form-field" },
    el("label", { id: ids.label, for: control.node.id || null }, label, optional ? el("span", { class: "optional" }, "optional") : null),
    description ? el("p", { class: "small", id: ids.note }, description) : null,
    control.node,
    wrong,
  );
}

function controlOf(component, ids, scene) {
  const about = { "aria-labelledby": ids.label, "aria-describedby": `${ids.note} ${ids.wrong}` };
  switch (component.type) {
    case TEXT_INPUT:
      return textInput(component, about);
    case UPLOAD:
      return upload(component, about);
    case RADIOS:
    case CHECKBOXES:
      return group(component, about);
    case CHECKBOX:
      return checkbox(component, about);
    default:
      return menuField(component, ids, scene);
  }
}

function textInput(component, about) {
  const least = component.min_length ?? 0;
  const common = { id: freshId("input"), placeholder: component.placeholder, maxlength: component.max_length, value: component.value ?? "", autocomplete: "off", ...about };
  const node = component.style === 2 ? el("textarea", { rows: 4, ...common }) : el("input", { type: "text", ...common });
  return {
    node,
    focus: () => node.focus(),
    value: () => node.value,
    check: () => {
      if (component.required !== false && !node.value) return "Please fill this in.";
      if (node.value && node.value.length < least) return `At least ${plural(least, "character")}, please.`;
      return null;
    },
  };
}

function menuField(component, ids, scene) {
  const node = selectMenu(component, scene.model, () => {}, { labelledby: ids.label });
  const least = component.min_values ?? 1;
  return {
    node,
    focus: () => node.focus(),
    value: () => node.values,
    check: () => (component.required !== false && node.values.length < Math.max(least, 1) ? `Please choose${least > 1 ? ` at least ${least}` : ""}.` : null),
  };
}

function group(component, about) {
  const radios = component.type === RADIOS;
  const name = freshId("group");
  const boxes = component.options.map((option) => {
    const box = el("input", { type: radios ? "radio" : "checkbox", name, value: option.value, checked: option.default === true });
    const words = el("span", {}, option.label, option.description ? el("span", { class: "small" }, option.description) : null);
    return { box, node: el("label", { class: "choice" }, box, words) };
  });
  const node = el("div", { class: "choices", role: radios ? "radiogroup" : "group", ...about }, boxes.map((box) => box.node));
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const most = component.max_values ?? boxes.length;
  const least = component.required === false ? (component.min_values ?? 0) : Math.max(1, component.min_values ?? 1);
  return {
    node,
    focus: () => (boxes.find(({ box }) => box.checked) ?? boxes[0])?.box.focus(),
    value: () => (radios ? (chosen()[0] ?? null) : chosen()),
    check: () => {
      const count = chosen().length;
      if (count < least && (count > 0 || component.required !== false)) return radios ? "Please choose one." : `Please choose at least ${least}.`;
      return !radios && count > most ? `Please choose at most ${most}.` : null;
    },
  };
}

function checkbox(component, about) {
  const box = el("input", { type: "checkbox", id: freshId("input"), checked: component.default === true, ...about });
  return { node: box, focus: () => box.focus(), value: () => box.checked, check: () => null };
}

function upload(component, about) {
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const most = component.max_values ?? 1;
  const input = el("input", { type: "file", id: freshId("input"), multiple: most > 1, ...about });
  return {
    node: input,
    focus: () => input.focus(),
    value: () => Promise.all([...input.files].map(readFile)),
    check: () => {
      if (input.files.length < least) return least > 1 ? `Please add at least ${plural(least, "file")}.` : "Please add a file.";
      return input.files.length > most ? `Please add at most ${plural(most, "file")}.` : null;
    },
  };
}
