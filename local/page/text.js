// Discord's markdown as nodes. Blocks first (code, headings, quotes, lists), then what stands in a line.

import { el } from "./dom.js";
import { time } from "./times.js";

const FENCE = /```(?:([\w+#.-]*)\n)?([\s\S]*?)```/g;
const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SMALL = /^-#\s+(\S.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;
const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;
const PLAIN = /[^\\`<@[h*_~|]+/y;

/** The nodes of a text. `scene` knows the model and how to go to a channel or fill in a command. */
export function markdown(text, scene) {
  const root = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    blocks(text.slice(from, match.index).replace(/\n$/, ""), root, scene);
    root.append(el("pre", {}, el("code", { "data-language": match[1] || null }, match[2].replace(/\n$/, ""))));
    from = match.index + match[0].length;
  }
  blocks(from ? text.slice(from).replace(/^\n/, "") : text, root, scene);
  return root;
}

/** A text without its marks, for previews. */
export function plainText(text, scene) {
  const holder = el("div", {}, markdown(text, scene));
  return holder.textContent.replace(/\s+/g, " ").trim();
}

function blocks(text, root, scene) {
  if (!text) return;
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) root.append(el("div", { class: "para" }, plain.some((line) => line.trim()) ? inline(plain.join("\n"), scene) : el("br")));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const small = SMALL.exec(line);
    if (heading) {
      flush();
      const level = heading[1].length + 2; // h1 and h2 belong to the page
      root.append(el(`h${level}`, {}, inline(heading[2], scene)));
    } else if (small) {
      flush();
      root.append(el("div", { class: "small" }, inline(small[1], scene)));
    } else if (line.startsWith(">>> ")) {
      flush();
      const quote = el("blockquote");
      blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"), quote, scene);
      root.append(quote);
      return;
    } else if (line.startsWith("> ") || line === ">") {
      flush();
      const quoted = [];
      while (at < lines.length && (lines[at].startsWith("> ") || lines[at] === ">")) quoted.push(lines[at++].slice(2));
      at -= 1;
      const quote = el("blockquote");
      blocks(quoted.join("\n"), quote, scene);
      root.append(quote);
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (at < lines.length && ITEM.test(lines[at])) items.push(ITEM.exec(lines[at++]));
      at -= 1;
      for (const part of sameKind(items)) root.append(list(part, scene));
    } else {
      plain.push(line);
    }
  }
  flush();
}

const isNumber = (mark) => /\d/.test(mark);

/** Bullets and numbers at the outer edge do not share a list. */
function sameKind(items) {
  const parts = [];
  for (const item of items) {
    const outer = item[1].length <= items[0][1].length;
    if (!parts.length || (outer && isNumber(item[2]) !== isNumber(parts.at(-1)[0][2]))) parts.push([]);
    parts.at(-1).push(item);
  }
  return parts;
}

/** Items become nested lists by their indent. */
function list(items, scene) {
  const open = (mark) => (isNumber(mark) ? el("ol", { start: parseInt(mark, 10) }) : el("ul"));
  const root = open(items[0][2]);
  const stack = [{ indent: items[0][1].length, node: root }];
  for (const [, space, mark, words] of items) {
    while (stack.length > 1 && space.length < stack.at(-1).indent) stack.pop();
    if (space.length > stack.at(-1).indent && stack.at(-1).node.lastChild) {
      const deeper = open(mark);
      stack.at(-1).node.lastChild.append(deeper);
      stack.push({ indent: space.length, node: deeper });
    }
    stack.at(-1).node.append(el("li", {}, inline(words, scene)));
  }
  return root;
}

// Each rule: a sticky pattern and what it becomes. The first that fits at a place wins.
const RULES = [
  [/\\([^\w\s])/y, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => el("code", {}, match[2])],
  [/<@!?(\d+)>/y, (match, scene) => personMention(match[1], scene)],
  [/<@&(\d+)>/y, (match, scene) => roleMention(match[1], scene)],
  [/<#(\d+)>/y, (match, scene) => channelMention(match[1], null, scene)],
  [/<\/([^:>\n]+):\d+>/y, (match, scene) => commandMention(match[1], scene)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match) => time(new Date(Number(match[1]) * 1000), match[2] ?? "f")],
  [/<a?:(\w+):(\d+)>/y, (match) => emoji({ name: match[1], id: match[2] })],
  [/<(https?:\/\/[^>\s]+)>/y, (match, scene) => link(match[1], match[1], scene)],
  [/@(everyone|here)\b/y, (match) => el("span", { class: "mention me" }, match[0])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (match, scene) => link(match[2], inline(match[1], scene), scene)],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;!?"'\])*_~|]/y, (match, scene) => link(match[0], match[0], scene)],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (match, scene) => el("strong", {}, inline(match[1], scene))],
  [/__([\s\S]+?)__(?!_)/y, (match, scene) => el("u", {}, inline(match[1], scene))],
  [/\*(?=\S)((?:[^*]|\*\*[^*]+\*\*)+?)\*(?!\*)/y, (match, scene) => el("em", {}, inline(match[1], scene))],
  [/_(?=\S)((?:[^_]|__[^_]+__)+?)_(?![A-Za-z0-9_])/y, (match, scene) => el("em", {}, inline(match[1], scene))],
  [/~~([\s\S]+?)~~/y, (match, scene) => el("s", {}, inline(match[1], scene))],
  [/\|\|([\s\S]+?)\|\|/y, (match, scene) => spoiler(inline(match[1], scene))],
];

/** What stands in a line, without blocks: also for labels and titles. */
export function inline(text, scene) {
  const root = document.createDocumentFragment();
  let at = 0;
  let words = "";
  const flush = () => {
    if (words) root.append(words);
    words = "";
  };
  while (at < text.length) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text);
    if (plain) {
      words += plain[0];
      at += plain[0].length;
      continue;
    }
    const insideWord = (text[at] === "_" || text[at] === "h") && at > 0 && /\w/.test(text[at - 1]);
    const found = insideWord ? null : firstRule(text, at);
    if (found) {
      const [match, become] = found;
      flush();
      root.append(become(match, scene));
      at += match[0].length;
    } else {
      words += text[at];
      at += 1;
    }
  }
  flush();
  return root;
}

function firstRule(text, at) {
  for (const [pattern, become] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [match, become];
  }
  return null;
}

function personMention(id, scene) {
  const person = scene.model.person(id);
  const mine = id === scene.model.me?.id;
  return el("span", { class: mine ? "mention me" : "mention" }, `@${person?.name ?? "somebody"}`);
}

function roleMention(id, scene) {
  const role = scene.model.role(id);
  return el("span", { class: "mention", style: role?.colour ? { "--mention-name": role.colour } : null }, `@${role?.name ?? "role"}`);
}

function channelMention(id, message, scene) {
  const channel = scene.model.channels.get(id);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  const go = () => scene.go(id, message);
  return el("button", { type: "button", class: "mention", onclick: go }, `${channel.kind === "text" ? "#" : ""}${channel.name}${message ? " › message" : ""}`);
}

function commandMention(path, scene) {
  return el("button", { type: "button", class: "mention", onclick: () => scene.useCommand(path) }, `/${path}`);
}

function link(address, words, scene) {
  const place = MESSAGE_LINK.exec(address);
  if (place && scene.model.channels.has(place[1])) {
    if (words === address) return channelMention(place[1], place[2] ?? null, scene);
    return el("button", { type: "button", class: "link", onclick: () => scene.go(place[1], place[2] ?? null) }, words);
  }
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words);
}

function spoiler(content) {
  const show = () => {
    node.classList.remove("hidden");
    node.removeAttribute("role");
    node.removeAttribute("tabindex");
    node.removeAttribute("aria-label");
  };
  const onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") show();
  };
  const node = el("span", { class: "spoiler hidden", role: "button", tabindex: 0, "aria-label": "Spoiler, show it", onclick: show, onkeydown }, el("span", {}, content));
  return node;
}

/** An emoji object of Discord: a custom picture, or the character itself. */
export function emoji({ id, name }) {
  if (!id) return el("span", { class: "emoji", "aria-hidden": "true" }, name);
  const image = el("img", { class: "emoji", src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
  image.addEventListener("error", () => image.replaceWith(`:${name}:`), { once: true });
  return image;
}
