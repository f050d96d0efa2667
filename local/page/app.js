// The page: puts the parts together, knows which channel is open, and says when the line is cut.

import { menu } from "./choices.js";
import { Composer } from "./composer.js";
import { el, fill, icon, iconButton, plural } from "./dom.js";
import { Forum } from "./forum.js";
import { Line } from "./line.js";
import { openModal } from "./modal.js";
import { Model, isThread } from "./model.js";
import { Chairs } from "./people.js";
import { Sidebar, markOf } from "./sidebar.js";
import { inline } from "./text.js";
import { Timeline } from "./timeline.js";
import { relative, tickTimes } from "./times.js";

const TOUCH = matchMedia("(pointer: coarse)");
const SCHEMES = { dark: "of the dusk", light: "of the day", auto: "of the system" };

const KEYS = [
  ["/", "begin a command; letters narrow the list"],
  ["↑ ↓", "choose in a list; go through the messages"],
  ["Tab", "take what is marked, go on to the next"],
  ["Enter", "take what is marked; run the command; send"],
  ["Esc", "close, give up, back to the newest message"],
  ["Shift Enter", "a new line in a message"],
  ["↑", "in an empty line: the last command again"],
  ["Alt ↑ ↓", "the channel above or below"],
  ["Ctrl Enter", "done, in a list of several choices"],
];

class Page {
  constructor(person) {
    this.model = new Model(new Line(person));
    this.channel = null;
    this.scene = this.makeScene();
    this.sidebar = new Sidebar(this.scene, () => this.channel);
    this.chairs = new Chairs(this.model, () => this.channel);
    this.timeline = new Timeline(this.scene);
    this.forum = new Forum(this.scene);
    this.composer = new Composer(this.scene);
    this.guild = el("header", { class: "guild" });
    this.bar = el("header", { class: "bar" });
    this.banner = el("div", { class: "banner", role: "status", hidden: true });
    this.notices = el("div", { class: "notices", role: "status" });
    this.stage = el("div", { class: "stage" }, el("p", { class: "opening" }, "Opening…"));
    this.build();
    this.listen();
    this.model.start();
  }

  build() {
    const skip = el("button", { type: "button", class: "skip", onclick: () => this.composer.focus() }, "Skip to the message box");
    const side = el("aside", { class: "side", id: "side", "aria-label": "Channels and people" }, this.guild, this.sidebar.node, this.chairs.node);
    const shade = el("div", { class: "shade", onclick: () => this.drawer(false) });
    document.body.append(skip, el("div", { class: "app" }, side, shade, el("main", { class: "main" }, this.bar, this.banner, this.stage)), this.notices);
  }

  listen() {
    const { model } = this;
    model.on("state", () => this.stateChanged());
    model.on("channels", () => this.channelsChanged());
    for (const event of ["line", "bot"]) model.on(event, () => this.drawBanner());
    model.on("bot", () => this.drawGuild());
    model.on("unread", () => {
      this.drawTitle();
      this.drawBar();
    });
    model.on("modal", (modal) => openModal(modal, this.scene));
    window.addEventListener("hashchange", () => {
      const before = this.channel;
      this.openFromAddress();
      if (this.channel !== before && !TOUCH.matches) this.composer.focus();
    });
    document.addEventListener("keydown", (event) => this.keys(event));
    tickTimes();
  }

  /** What the parts may ask of the page. */
  makeScene() {
    const page = this;
    return {
      model: this.model,
      go: (channel, message = null) => page.go(channel, message),
      useCommand: (path) => page.composer.useCommand(path),
      write: (text) => page.composer.write(text),
      replyTo: (message) => page.composer.setReply(message),
      focusComposer: () => page.composer.focus(),
      closeDrawer: () => page.drawer(false),
      notice: (words) => page.notice(words),
      welcome: (channel) => page.welcome(channel),
      pressed: (control) => page.timeline.press(control),
      sent: () => {
        page.timeline.newFrom = null;
        page.timeline.toPresent();
      },
      attempt: (act) => act().catch((problem) => page.notice(problem.message)),
      openLine: (person) =>
        page.scene.attempt(async () => {
          const { channel } = await page.model.line.post("dm", { with: person });
          page.whenKnown(channel, () => page.go(channel));
        }),
      runMenu: (command, target) =>
        page.scene.attempt(async () => {
          const result = await page.model.interact({ kind: "menu", channel: page.channel, command: command.id, target });
          if (result.status === "failed") page.notice(`${command.path}: ${result.reason}`);
        }),
    };
  }

  // -- which channel is open

  stateChanged() {
    const { me } = this.model;
    const first = this.channel === null;
    localStorage.setItem("person", me.key);
    this.drawGuild();
    this.chairs.draw();
    const open = this.channel;
    this.channel = null;
    this.openFromAddress(open);
    if (first && !TOUCH.matches) this.composer.focus();
    this.composer.commandsChanged();
    this.drawBanner();
  }

  channelsChanged() {
    if (this.channel && !this.model.channels.has(this.channel)) {
      this.notice("This channel is gone, or you may not see it any more.");
      this.openFromAddress();
    } else {
      this.drawBar();
      const channel = this.model.channels.get(this.channel);
      if (channel && channel.kind !== "forum") this.composer.open(channel);
    }
  }

  /** A new channel may come by the stream a moment after the answer that names it. */
  whenKnown(channel, act) {
    if (this.model.channels.has(channel)) {
      act();
      return;
    }
    let waiting = true;
    this.model.on("channels", () => {
      if (waiting && this.model.channels.has(channel)) {
        waiting = false;
        act();
      }
    });
  }

  openFromAddress(preferred = null) {
    const { channels } = this.model;
    if (!this.model.me) return;
    const asked = location.hash.slice(1);
    const last = localStorage.getItem(`open:${this.model.me.key}`);
    const first = [...channels.values()].find((channel) => channel.kind === "text") ?? [...channels.values()][0];
    const id = [asked, preferred, last, first?.id].find((each) => each && channels.has(each));
    if (!id) {
      fill(this.stage, el("p", { class: "opening" }, "There is no channel you may see."));
      return;
    }
    if (id !== asked) history.replaceState(null, "", `#${id}`);
    this.open(id);
  }

  go(channel, message = null) {
    if (!this.model.channels.has(channel)) {
      this.notice("You cannot see that channel.");
      return;
    }
    if (channel !== this.channel) {
      location.hash = channel;
      this.open(channel);
      if (!TOUCH.matches) this.composer.focus();
    }
    if (message) this.ready.then(() => this.timeline.goTo(message));
  }

  open(id) {
    if (this.channel === id) return;
    const channel = this.model.channels.get(id);
    this.channel = id;
    localStorage.setItem(`open:${this.model.me.key}`, id);
    const parts = channel.kind === "forum" ? [this.forum.node] : [this.timeline.node, this.composer.node];
    if (parts.some((part) => part.parentNode !== this.stage) || this.stage.children.length !== parts.length) fill(this.stage, parts);
    if (channel.kind === "forum") {
      this.forum.open(channel);
      this.ready = Promise.resolve();
    } else {
      this.composer.open(channel);
      this.ready = this.timeline.open(id).catch((problem) => this.notice(problem.message));
    }
    this.sidebar.draw();
    this.chairs.draw();
    this.drawBar();
    this.drawTitle();
  }

  // -- what stands around the messages

  drawTitle() {
    const { me, unread } = this.model;
    const channel = this.model.channels.get(this.channel);
    if (!me || !channel) return;
    let mentions = 0;
    for (const each of unread.values()) mentions += each.mentions;
    document.title = `${mentions ? `(${mentions}) ` : ""}${me.name} · ${channel.name} · ${this.model.bot.name}`;
  }

  drawGuild() {
    const { guild, bot } = this.model;
    const scheme = document.documentElement.dataset.scheme;
    const choose = (event) =>
      menu(event.currentTarget, "Settings", [
        ...Object.entries(SCHEMES).map(([key, words]) => ({ label: `Colours ${words}`, chosen: key === scheme, act: () => this.setScheme(key) })),
        { label: "Keys of this page", act: () => showKeys() },
      ]);
    fill(
      this.guild,
      el("img", { class: "guild-mark", src: "/page/icon.svg", alt: "" }),
      el("div", { class: "guild-words" }, el("strong", {}, guild.name), el("span", { class: bot.online ? "presence on" : "presence" }, bot.online ? `${bot.name} is here` : `${bot.name} is away`)),
      iconButton("sun", "Colours and keys", choose),
      iconButton("close", "Close the channel list", () => this.drawer(false), { class: "icon-button drawer-close" }),
    );
  }

  setScheme(scheme) {
    localStorage.setItem("scheme", scheme);
    document.documentElement.dataset.scheme = scheme;
    this.drawGuild();
  }

  drawBar() {
    const channel = this.model.channels.get(this.channel);
    if (!channel) return;
    const parent = isThread(channel) ? this.model.channels.get(channel.parent) : null;
    const elsewhere = this.model.mentionsElsewhere(channel.id);
    const open = el("button", { type: "button", class: "icon-button drawer-open", "aria-label": elsewhere ? `Channels, mentioned ${plural(elsewhere, "time")} elsewhere` : "Channels", "aria-controls": "side", onclick: () => this.drawer(true) }, icon("menu"), elsewhere ? el("span", { class: "badge" }, elsewhere) : null);
    fill(
      this.bar,
      open,
      parent ? el("a", { class: "crumb", href: `#${parent.id}`, title: `Back to ${parent.name}` }, icon(markOf(parent)), el("span", {}, parent.name), icon("right")) : null,
      el("h1", {}, icon(markOf(channel)), el("span", {}, channel.with?.name ?? channel.name)),
      channel.archived ? el("span", { class: "tag" }, "archived") : channel.locked ? el("span", { class: "tag" }, "locked") : null,
      channel.topic ? el("p", { class: "topic", title: channel.topic }, inline(channel.topic, this.scene)) : el("span", { class: "topic" }),
      this.threadButtons(channel),
    );
  }

  threadButtons(channel) {
    if (isThread(channel)) {
      const [path, words] = channel.joined ? ["leave", "Leave"] : ["join", "Join"];
      return el("button", { type: "button", class: "button quiet small-button", title: channel.joined ? "Take this thread out of your side bar" : "Keep this thread in your side bar", onclick: () => this.scene.attempt(() => this.model.line.post(path, { channel: channel.id })) }, words);
    }
    const threads = this.model.threadsOf(channel.id);
    if (channel.kind !== "text" || !threads.length) return null;
    const rows = threads.map((thread) => ({
      label: thread.name,
      detail: [plural(thread.message_count ?? 0, "message"), thread.last_at ? relative(new Date(thread.last_at)) : null, thread.archived ? "archived" : null].filter(Boolean).join(" · "),
      mark: () => icon(markOf(thread)),
      act: () => this.go(thread.id),
    }));
    return el("button", { type: "button", class: "button quiet small-button", "aria-haspopup": "listbox", onclick: (event) => menu(event.currentTarget, "Threads", rows) }, icon("thread"), el("span", {}, plural(threads.length, "thread")));
  }

  /** The head of a channel, above its first message. */
  welcome(id) {
    const channel = this.model.channels.get(id);
    if (!channel) return null;
    const { bot, me } = this.model;
    const name = channel.with?.name ?? channel.name;
    const type = el("button", { type: "button", class: "key", onclick: () => this.composer.beginSlash() }, "/");
    const hints = {
      text: ["Type ", type, ` to see everything ${bot.name} can do. You sit as ${me.name}; the chairs in the side bar let you sit as somebody else, in this window or in a second one.`],
      dm: [`Only you and ${name} read this.`],
      private_thread: ["Only those who were asked in can read this thread."],
    }[channel.kind];
    return el(
      "div",
      { class: "welcome" },
      el("span", { class: "welcome-mark" }, icon(markOf(channel))),
      el("h2", {}, channel.kind === "text" ? `Welcome to #${name}` : name),
      channel.topic ? el("p", {}, inline(channel.topic, this.scene)) : null,
      hints ? el("p", { class: "welcome-hint" }, hints) : null,
    );
  }

  drawBanner() {
    const { connected, bot, me } = this.model;
    const words = !connected ? "The line to the local Discord is cut. Trying again…" : bot && !bot.online ? `${bot.name} is away. Reading works; buttons and commands answer when it is back.` : null;
    clearTimeout(this.bannerTimer);
    const show = () => {
      this.banner.hidden = !words;
      fill(this.banner, words ? [el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), words] : null);
    };
    if (words && me) this.bannerTimer = setTimeout(show, 250);
    else show();
  }

  notice(words) {
    const node = el("div", { class: "notice" }, words, iconButton("close", "Close", () => node.remove()));
    this.notices.append(node);
    setTimeout(() => node.remove(), 8000);
  }

  drawer(open) {
    const was = document.body.classList.contains("drawer");
    document.body.classList.toggle("drawer", open);
    if (open) this.sidebar.node.querySelector(".here")?.focus();
    else if (was) this.bar.querySelector(".drawer-open")?.focus();
  }

  keys(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      const next = this.sidebar.neighbour(step);
      if (next) this.go(next);
      return;
    }
    if (event.key === "Escape" && document.body.classList.contains("drawer")) {
      this.drawer(false);
      return;
    }
    const free = event.target === document.body || event.target.matches?.(".timeline, .message, .system");
    if (!free || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.timeline.toPresent();
    if (event.key === "Escape" || (event.key.length === 1 && event.key !== " ")) this.composer.focus();
  }
}

function showKeys() {
  const rows = KEYS.map(([key, words]) => [el("dt", {}, key.split(" ").map((part) => el("kbd", {}, part))), el("dd", {}, words)]);
  const dialog = el("dialog", { class: "modal keys", "aria-label": "Keys of this page", onclose: () => dialog.remove() });
  const close = () => dialog.close();
  dialog.append(el("form", { method: "dialog" }, el("header", {}, el("h2", {}, "Keys of this page"), iconButton("close", "Close", close)), el("dl", {}, rows)));
  document.body.append(dialog);
  dialog.showModal();
}

async function start() {
  document.documentElement.dataset.scheme = localStorage.getItem("scheme") ?? "dark";
  const asked = new URLSearchParams(location.search).get("as");
  const person = asked ?? localStorage.getItem("person") ?? "alice";
  const known = await fetch("/local/people", { cache: "no-store" })
    .then((response) => response.json())
    .then(({ people }) => people.map(({ key }) => key))
    .catch(() => null);
  const sits = !known || known.includes(person) ? person : known[0];
  if (sits !== asked) history.replaceState(null, "", `/?as=${encodeURIComponent(sits)}${location.hash}`);
  new Page(sits);
}

start();
