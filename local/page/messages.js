// One message as a node.

import { menu } from "./choices.js";
import { IS_LAYOUT, drawComponents } from "./components.js";
import { embed } from "./embeds.js";
import { el, icon, iconButton, plural } from "./dom.js";
import { authorOf, avatar, personMenu } from "./people.js";
import { asPicture, fileCard, gallery, isPicture } from "./pictures.js";
import { emoji, inline, markdown, plainText } from "./text.js";
import { clock, time } from "./times.js";

const [ADDED, REMOVED, RENAMED, PINNED, JOINED, STARTED, STARTER] = [1, 2, 4, 6, 7, 18, 21];
const SYSTEM = [ADDED, REMOVED, RENAMED, PINNED, JOINED, STARTED];
const QUICK = ["👍", "❤️", "😄", "🎲", "👀", "🎉"];

export function isSystem(message) {
  return SYSTEM.includes(message.type);
}

/** `first`: with picture and name; otherwise it continues the message above. */
export function drawMessage(message, { first, scene, failure }) {
  if (isSystem(message)) return systemLine(message, scene);
  const { model } = scene;
  const local = message.local;
  const author = authorOf(message, model);
  const when = new Date(message.timestamp);
  const classes = ["message"];
  if (first) classes.push("first");
  if (local.ephemeral) classes.push("ephemeral");
  if (local.mentions_me) classes.push("mentioned");
  const node = el("article", { class: classes.join(" "), tabindex: -1, "data-id": message.id, "aria-label": `${author.name}${local.ephemeral ? ", only for you" : ""}` });
  if (first) node.append(el("div", { class: "gutter" }, avatar(author, "large")));
  else node.append(el("div", { class: "gutter" }, clock(when)));
  const body = el("div", { class: "body" });
  if (local.used) body.append(usedLine(local.used.person, local.used.command));
  else if (local.reply) body.append(replyLine(local.reply, message, scene));
  if (first) body.append(header(author, message, when, scene));
  body.append(...content(message, scene));
  if (local.thread) body.append(...threadCard(local.thread, scene));
  if (message.reactions?.length) body.append(reactions(message, scene));
  if (failure) body.append(el("p", { class: "failure", role: "alert" }, icon("warning"), failureInWords(failure)));
  if (local.ephemeral) body.append(onlyYou(message, scene));
  node.append(body);
  if (!local.ephemeral && !local.thinking) node.append(toolbar(message, author, scene));
  return node;
}

export function failureInWords(reason) {
  const words = reason.trim();
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function header(author, message, when, scene) {
  const isBot = message.local.bot;
  const name = el("button", { type: "button", class: "author", style: { "--person": author.colour }, onclick: (event) => personMenu(event.currentTarget, author, scene) }, author.name);
  const sameDay = when.toDateString() === new Date().toDateString();
  return el("header", {}, name, isBot ? el("span", { class: "tag" }, "APP") : null, el("span", { class: "when" }, sameDay ? clock(when) : time(when, "f")), message.pinned ? el("span", { class: "when" }, icon("pin", "pinned")) : null);
}

/** «Alice used /game new», above an answer. */
export function usedLine(person, command) {
  return el("div", { class: "above" }, avatar(person, "tiny"), el("span", { class: "above-text" }, el("strong", {}, person.name), " used ", el("span", { class: "command-name" }, command)));
}

function replyLine(reply, message, scene) {
  const author = reply.author.name ?? reply.author.global_name ?? reply.author.username ?? reply.author;
  const text = plainText(reply.text ?? "", scene);
  const go = () => scene.go(message.channel_id, reply.id);
  return el("button", { type: "button", class: "above", onclick: go }, icon("reply"), el("strong", {}, author), el("span", { class: "above-text" }, text || "a message"));
}

function content(message, scene) {
  if (message.local.thinking) {
    return [el("div", { class: "thinking", role: "status" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${message.author.global_name ?? message.author.username} is thinking…`)];
  }
  if (message.type === STARTER && message.referenced_message) return content({ ...message.referenced_message, local: message.local }, scene);
  if (message.flags & IS_LAYOUT) return [el("div", { class: "layout" }, drawComponents(message.components, message, scene))];
  const parts = [];
  if (message.content) {
    const edited = message.edited_timestamp ? el("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)") : null;
    parts.push(el("div", { class: "text" }, markdown(message.content, scene), edited));
  }
  for (const item of message.embeds ?? []) parts.push(embed(item, scene));
  const shown = message.attachments?.filter((file) => !message.embeds?.some((item) => [item.image?.url, item.thumbnail?.url].includes(file.url))) ?? [];
  const pictures = shown.filter(isPicture).map((file) => asPicture(file, file.description, file.filename.startsWith("SPOILER_")));
  if (pictures.length) parts.push(gallery(pictures));
  for (const file of shown.filter((each) => !isPicture(each))) parts.push(fileCard({ url: file.url, name: file.filename, size: file.size }));
  if (message.components?.length) parts.push(el("div", { class: "layout" }, drawComponents(message.components, message, scene)));
  return parts;
}

function threadCard(id, scene) {
  const channel = scene.model.channels.get(id);
  if (!channel) return [];
  const about = [channel.message_count ? plural(channel.message_count, "message") : "open the thread", channel.archived ? "archived" : null].filter(Boolean).join(" · ");
  return [
    el(
      "button",
      { type: "button", class: "thread-card", onclick: () => scene.go(id) },
      icon(channel.kind === "private_thread" ? "lock" : "thread"),
      el("span", { class: "thread-words" }, el("strong", {}, channel.name), el("span", { class: "small" }, about)),
      icon("right"),
    ),
  ];
}

function reactions(message, scene) {
  const pills = message.reactions.map((reaction) => {
    const { count, me } = reaction;
    const act = () => scene.attempt(() => scene.model.line.post("react", { message: message.id, emoji: reactionName(reaction.emoji), on: !me }));
    return el("button", { type: "button", class: me ? "reaction mine" : "reaction", "aria-pressed": me ? "true" : "false", "aria-label": `${reaction.emoji.name}, ${count}`, onclick: act }, emoji(reaction.emoji), el("span", {}, count));
  });
  return el("div", { class: "reactions" }, pills);
}

function reactionName({ id, name }) {
  return id ? `${name}:${id}` : name;
}

function onlyYou(message, scene) {
  const dismiss = () => scene.attempt(() => scene.model.line.post("dismiss", { message: message.id }));
  return el("p", { class: "only-you" }, icon("eye"), el("span", {}, "Only you can see this"), " · ", el("button", { type: "button", class: "link", onclick: dismiss }, "Dismiss message"));
}

function toolbar(message, author, scene) {
  const { model } = scene;
  const react = (event) =>
    menu(
      event.currentTarget,
      "React",
      QUICK.map((sign) => ({ label: sign, act: () => scene.attempt(() => model.line.post("react", { message: message.id, emoji: sign, on: true })) })),
    );
  const more = (event) => {
    const rows = [{ label: "Copy the text", act: () => navigator.clipboard?.writeText(wholeText(message)) }];
    for (const command of model.commands.filter(({ kind }) => kind === "message")) {
      rows.push({ label: command.path, group: "Apps", act: () => scene.runMenu(command, message.id) });
    }
    menu(event.currentTarget, "More", rows);
  };
  const writable = model.channels.get(message.channel_id)?.can_send;
  return el(
    "div",
    { class: "toolbar", role: "group", "aria-label": `Message of ${author.name}` },
    iconButton("smile", "React", react),
    writable ? iconButton("reply", "Reply", () => scene.replyTo(message)) : null,
    iconButton("more", "More", more),
  );
}

/** All words of a message, also those inside components. */
function wholeText(message) {
  const parts = [message.content];
  const collect = (components) => {
    for (const component of components ?? []) {
      if (component.content) parts.push(component.content);
      collect(component.components);
    }
  };
  collect(message.components);
  return parts.filter(Boolean).join("\n");
}

function systemLine(message, scene) {
  const { model } = scene;
  const author = authorOf(message, model);
  const name = el("strong", {}, author.name);
  const other = message.mentions?.[0];
  const otherName = other ? (model.person(other.id)?.name ?? other.username) : "somebody";
  const threadId = message.message_reference?.channel_id ?? message.local.thread;
  const words = {
    [ADDED]: () => [name, " added ", el("strong", {}, otherName), " to the thread."],
    [REMOVED]: () => [name, " removed ", el("strong", {}, otherName), " from the thread."],
    [RENAMED]: () => [name, " gave it a new name: ", inline(message.content, scene)],
    [PINNED]: () => [name, " pinned a message."],
    [JOINED]: () => [name, " came in. Welcome!"],
    [STARTED]: () => [name, " started a thread: ", el("button", { type: "button", class: "link", onclick: () => scene.go(threadId) }, message.content || "open it")],
  }[message.type]();
  const mark = { [PINNED]: "pin", [STARTED]: "thread" }[message.type] ?? "right";
  return el("article", { class: "system", tabindex: -1, "data-id": message.id }, icon(mark), el("span", {}, words), clock(new Date(message.timestamp)));
}
