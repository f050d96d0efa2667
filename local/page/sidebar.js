// The side bar: channels, threads, direct messages, with what is unread in them.

import { el, fill, icon, plural } from "./dom.js";
import { avatar } from "./people.js";

const MARKS = { text: "hash", forum: "forum", thread: "thread", private_thread: "lock", post: "thread", dm: "at" };

export function markOf(channel) {
  return MARKS[channel.kind] ?? "hash";
}

export class Sidebar {
  constructor(scene, open) {
    this.scene = scene;
    this.model = scene.model;
    this.open = open;
    this.node = el("nav", { class: "channels", "aria-label": "Channels" });
    for (const event of ["state", "channels", "unread", "bot"]) this.model.on(event, () => this.draw());
  }

  draw() {
    const { model } = this;
    if (!model.me) return;
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.channel : null;
    const all = [...model.channels.values()];
    const tops = all.filter(({ kind }) => kind === "text" || kind === "forum");
    const lines = all.filter((channel) => channel.kind === "dm");
    fill(
      this.node,
      el("h2", { class: "section-name" }, "Channels"),
      el("ul", {}, tops.map((channel) => this.item(channel, model.threadsOf(channel.id).filter((thread) => this.isShown(thread))))),
      el("h2", { class: "section-name" }, "Direct messages"),
      el("ul", {}, lines.map((channel) => this.item(channel, [])), lines.some((channel) => channel.with?.id === model.bot.id) ? null : this.lineToBot()),
    );
    if (focused) this.node.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  }

  isShown(thread) {
    return thread.id === this.open() || this.model.unread.has(thread.id) || (thread.joined && !thread.archived);
  }

  item(channel, threads) {
    return el("li", {}, this.link(channel), threads.length ? el("ul", { class: "threads" }, threads.map((thread) => el("li", {}, this.link(thread)))) : null);
  }

  link(channel) {
    const unread = this.model.unread.get(channel.id);
    const here = channel.id === this.open();
    const classes = ["channel", unread?.unread ? "unread" : null, here ? "here" : null, channel.archived ? "archived" : null];
    const said = [channel.name, unread?.unread ? `${unread.unread} unread` : null, unread?.mentions ? `mentioned ${plural(unread.mentions, "time")}` : null].filter(Boolean);
    const mark = channel.with ? avatar(channel.with) : icon(markOf(channel));
    return el(
      "a",
      { class: classes.filter(Boolean).join(" "), href: `#${channel.id}`, "data-channel": channel.id, "aria-current": here ? "page" : null, "aria-label": said.join(", "), onclick: () => this.scene.closeDrawer() },
      mark,
      el("span", { class: "channel-name" }, channel.with?.name ?? channel.name),
      unread?.mentions ? el("span", { class: "badge", "aria-hidden": "true" }, unread.mentions) : null,
    );
  }

  lineToBot() {
    const { bot } = this.model;
    return el("li", {}, el("button", { type: "button", class: "channel", "data-channel": "line", onclick: () => this.scene.openLine(bot.id) }, avatar(bot), el("span", { class: "channel-name" }, bot.name)));
  }

  /** The channel above or below the open one, in drawing order. */
  neighbour(step) {
    const links = [...this.node.querySelectorAll("a.channel")];
    const at = links.findIndex((link) => link.dataset.channel === this.open());
    return links[(at + step + links.length) % links.length]?.dataset.channel ?? null;
  }
}
