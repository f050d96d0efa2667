// Embeds, the older way of Discord to frame a message.

import { el } from "./dom.js";
import { asPicture, picture } from "./pictures.js";
import { inline, markdown } from "./text.js";
import { time } from "./times.js";

const isWeb = (address) => /^https?:/.test(address ?? "");

function linked(words, address) {
  return isWeb(address) ? el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words) : words;
}

export function embed(item, scene) {
  const side = item.color === null || item.color === undefined ? {} : { "--accent": `#${item.color.toString(16).padStart(6, "0")}` };
  const small = item.thumbnail?.url ? asPicture(item.thumbnail, item.thumbnail.description) : null;
  const large = item.image?.url ? asPicture(item.image, item.image.description) : null;
  const fields = (item.fields ?? []).map((field) =>
    el("div", { class: field.inline ? "embed-field inline" : "embed-field" }, el("dt", {}, inline(field.name, scene)), el("dd", {}, markdown(field.value, scene))),
  );
  const foot = [item.footer?.text, item.timestamp ? time(new Date(item.timestamp), "f") : null].filter(Boolean);
  return el(
    "div",
    { class: "embed", style: side },
    el(
      "div",
      { class: "embed-top" },
      el(
        "div",
        { class: "embed-words" },
        item.provider?.name ? el("div", { class: "small" }, item.provider.name) : null,
        item.author?.name ? el("div", { class: "embed-author" }, linked(item.author.name, item.author.url)) : null,
        item.title ? el("h3", { class: "embed-title" }, linked(inline(item.title, scene), item.url)) : null,
        item.description ? el("div", { class: "text" }, markdown(item.description, scene)) : null,
        fields.length ? el("dl", { class: "embed-fields" }, fields) : null,
      ),
      small ? picture(small, [small], "picture thumbnail") : null,
    ),
    large ? picture(large, [large]) : null,
    foot.length ? el("div", { class: "small embed-foot" }, foot.length === 2 ? [foot[0], " · ", foot[1]] : foot) : null,
  );
}
