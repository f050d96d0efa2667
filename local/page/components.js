// Components of a message: rows and buttons, and Discord's newer layout of containers, sections, galleries.

import { el, icon } from "./dom.js";
import { asPicture, fileCard, gallery, isPicture, picture } from "./pictures.js";
import { selectMenu } from "./select.js";
import { emoji, markdown } from "./text.js";

export const IS_LAYOUT = 1 << 15;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const SELECTS = [3, 5, 6, 7, 8];

const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

/** Draws components of `message`. Presses and choices go to the bot through the scene. */
export function drawComponents(components, message, scene) {
  return components.map((component) => draw(component, message, scene));
}

function draw(component, message, scene) {
  const inner = (parts) => drawComponents(parts ?? [], message, scene);
  switch (component.type) {
    case 1:
      return el("div", { class: "row" }, inner(component.components));
    case 2:
      return button(component, message, scene);
    case 9:
      return el("div", { class: "section" }, el("div", { class: "section-text" }, inner(component.components)), component.accessory ? draw(component.accessory, message, scene) : null);
    case 10:
      return el("div", { class: "text" }, markdown(component.content, scene));
    case 11: {
      const item = asPicture(component.media, component.description, component.spoiler);
      return picture(item, [item], "picture thumbnail");
    }
    case 12:
      return drawGallery(component.items);
    case 13:
      return fileCard({ url: component.file.url, name: component.name ?? fileName(component.file.url), size: component.size });
    case 14:
      return el("div", { class: `separator ${component.spacing === 2 ? "wide" : ""} ${component.divider === false ? "bare" : ""}`, role: component.divider === false ? null : "separator" });
    case 17:
      return container(component, inner(component.components));
    default:
      if (SELECTS.includes(component.type)) return select(component, message, scene);
      return el("div", { class: "small" }, `This page cannot draw a component of type ${component.type}.`);
  }
}

function fileName(url) {
  return decodeURIComponent(url.split("?")[0].split("/").at(-1));
}

function drawGallery(items) {
  const pictures = items.filter(({ media }) => isPicture(media)).map(({ media, description, spoiler }) => asPicture(media, description, spoiler));
  const others = items.filter(({ media }) => !isPicture(media)).map(({ media }) => fileCard({ url: media.url, name: fileName(media.url) }));
  return el("div", {}, pictures.length ? gallery(pictures) : null, others);
}

function container(component, inner) {
  const accent = component.accent_color;
  const node = el("div", { class: accent === null || accent === undefined ? "container" : "container accented", style: accent ? { "--accent": colour(accent) } : null }, inner);
  if (!component.spoiler) return node;
  node.inert = true;
  node.classList.add("blurred");
  const show = () => {
    node.inert = false;
    node.classList.remove("blurred");
    cover.remove();
  };
  const cover = el("button", { type: "button", class: "spoiler-cover", onclick: show }, "Spoiler: show it");
  return el("div", { class: "spoiler-holder" }, node, cover);
}

function button(component, message, scene) {
  const style = STYLES[component.style] ?? "secondary";
  const words = [component.emoji ? emoji(component.emoji) : null, component.label ? el("span", {}, component.label) : null];
  const name = component.label ? null : (component.emoji?.name ?? "Button");
  if (style === "link") {
    return el("a", { class: "button link", href: /^https?:/.test(component.url) ? component.url : null, target: "_blank", rel: "noopener noreferrer", "aria-label": name }, words, icon("out"));
  }
  const node = el("button", { type: "button", class: `button ${style}`, disabled: component.disabled, "aria-label": name, "data-custom-id": component.custom_id }, words);
  node.addEventListener("click", () => whileBusy(node, scene, () => scene.model.interact({ kind: "click", message: message.id, custom_id: component.custom_id })));
  return node;
}

function select(component, message, scene) {
  const node = selectMenu(component, scene.model, (values) =>
    whileBusy(node, scene, () => scene.model.interact({ kind: "select", message: message.id, custom_id: component.custom_id, values })),
  );
  return node;
}

/** A second press while the first is on its way does nothing. What went wrong is shown under the message. */
async function whileBusy(node, scene, act) {
  if (node.getAttribute("aria-busy") === "true") return;
  scene.pressed(node);
  node.setAttribute("aria-busy", "true");
  try {
    await act();
  } catch {
    // the model has kept the reason beside the message
  } finally {
    node.removeAttribute("aria-busy");
  }
}
