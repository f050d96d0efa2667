// The messages of the open channel: drawn in place, scrolled with care.

import { compareIds, el, fill, icon } from "./dom.js";
import { drawMessage, failureInWords, isSystem, usedLine } from "./messages.js";
import { dayName, sameDay } from "./times.js";

const TOGETHER = 7 * 60 * 1000; // messages of one author within this time share a name
const NEAR = 80; // so close to the end counts as being there
const HELD = 10_000; // so long after a press the page stays with what was pressed

export class Timeline {
  constructor(scene) {
    this.scene = scene;
    this.model = scene.model;
    this.channel = null;
    this.drawn = new Map(); // message -> {node, message, first, failure, thread}
    this.stuck = true;
    this.hold = null; // what was pressed last, and where it stood
    this.aimed = 0; // where the page has put itself; anywhere else is where somebody scrolled to
    this.newFrom = null;
    this.list = el("div", { class: "timeline-list", role: "log", "aria-label": "Messages", "aria-live": "polite" });
    this.top = el("div", { class: "timeline-top" });
    this.room = el("div", { class: "timeline-room" }); // below the end, where something pressed could not stay otherwise
    this.scroller = el("div", { class: "timeline", tabindex: 0, role: "group", "aria-label": "Messages; arrow keys go through them", onscroll: () => this.scrolled(), onkeydown: (event) => this.keys(event) }, this.top, this.list, this.room);
    this.jump = el("button", { type: "button", class: "to-present", hidden: true, "aria-label": "To the newest messages", onclick: () => this.toPresent() }, el("span", {}, "To the newest messages "), icon("down"));
    this.node = el("div", { class: "timeline-frame" }, this.scroller, this.jump);
    this.model.on("room", (channel) => channel === this.channel && this.draw());
    this.model.on("channels", () => this.channel && this.draw());
    // Pictures and fonts make the list grow after it was drawn.
    new ResizeObserver(() => this.settle()).observe(this.list);
    new ResizeObserver(() => this.settle()).observe(this.scroller);
    for (const event of ["focus", "visibilitychange"]) window.addEventListener(event, () => this.readIfSeen());
  }

  async open(channel) {
    if (this.channel !== channel) {
      this.channel = channel;
      this.drawn.clear();
      fill(this.list);
      fill(this.top);
      delete this.top.dataset.key;
      this.stuck = true;
      this.letGo();
      this.newFrom = this.model.unread.get(channel)?.last_read ?? null;
    }
    this.list.setAttribute("aria-busy", "true");
    const room = this.model.room(channel);
    if (room.loaded) this.draw();
    else await this.model.open(channel);
    this.list.setAttribute("aria-busy", "false");
  }

  draw() {
    const room = this.model.room(this.channel);
    if (!room.loaded) return;
    const anchor = this.anchor();
    const focused = this.focusedPart();
    const nodes = [];
    const kept = new Map();
    let before = null;
    let divided = this.newFrom === null;
    for (const message of room.messages) {
      const when = new Date(message.timestamp);
      const newDay = !before || !sameDay(new Date(before.timestamp), when);
      if (newDay) nodes.push(this.divider(`day-${when.toDateString()}`, "day", dayName(when)));
      let isNew = false;
      if (!divided && compareIds(message.id, this.newFrom) > 0 && !message.local.mine) {
        isNew = divided = true;
        nodes.push(this.divider("new", "new", "New"));
      }
      const first = newDay || isNew || startsAnew(before, message);
      const failure = this.model.failures.get(message.id) ?? null;
      const thread = this.model.channels.get(message.local.thread) ?? null;
      const old = this.drawn.get(message.id);
      const same = old && old.message === message && old.first === first && old.failure === failure && old.thread === thread;
      const entry = same ? old : { message, first, failure, thread, node: drawMessage(message, { first, scene: this.scene, failure }) };
      if (old && !same) keepPictures(old.node, entry.node);
      kept.set(message.id, entry);
      nodes.push(entry.node);
      before = message;
      nodes.push(...this.pendingAfter(message.id, room));
    }
    nodes.push(...this.pendingAfter(null, room));
    this.drawn = kept;
    this.arrange(nodes);
    this.drawTop(room);
    this.restoreFocus(focused);
    if (!this.settle()) this.holdAnchor(anchor);
    this.readIfSeen();
    this.drawJump();
  }

  /** Puts the nodes in order, touching only what moved: what is not touched keeps its focus and its place. */
  arrange(nodes) {
    const wanted = new Set(nodes);
    for (const node of [...this.list.children]) if (!wanted.has(node)) node.remove();
    nodes.forEach((node, at) => {
      if (this.list.children[at] !== node) this.list.insertBefore(node, this.list.children[at] ?? null);
    });
  }

  divider(key, kind, words) {
    const old = this.list.querySelector(`[data-divider="${key}"]`);
    return old ?? el("div", { class: `divider ${kind}`, role: "separator", "data-divider": key, "aria-label": words }, el("span", {}, words));
  }

  drawTop(room) {
    const key = `${this.channel} ${room.more}`;
    if (this.top.dataset.key === key) return;
    this.top.dataset.key = key;
    if (room.more) fill(this.top, el("button", { type: "button", class: "link older", onclick: () => this.readOlder() }, "Older messages"));
    else fill(this.top, this.scene.welcome(this.channel));
  }

  /** Commands without an answer stand where they were given. */
  pendingAfter(id, room) {
    return room.pending.filter(({ after }) => after === id || (id === null && !room.find(after))).map((pending) => this.pendingLine(pending, room));
  }

  pendingLine(pending, room) {
    const gone = () => {
      room.pending = room.pending.filter((other) => other !== pending);
      this.draw();
    };
    const words = pending.reason
      ? [el("p", { class: "failure", role: "alert" }, icon("warning"), failureInWords(pending.reason)), el("p", { class: "only-you" }, icon("eye"), el("span", {}, "Only you can see this"), " · ", el("button", { type: "button", class: "link", onclick: gone }, "Dismiss message"))]
      : el("div", { class: "thinking", role: "status" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), "On its way…");
    return el("article", { class: pending.reason ? "message first ephemeral pending" : "message first pending" }, el("div", { class: "gutter" }), el("div", { class: "body" }, usedLine(this.model.me, pending.words), words));
  }

  // -- scrolling

  get isAtEnd() {
    return this.scroller.scrollHeight - this.room.offsetHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR;
  }

  toEnd() {
    this.room.style.height = "0";
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.aimed = this.scroller.scrollTop;
  }

  /** After a change: what was pressed stays where it was, or else the end stays in sight. False if neither is wanted. */
  settle() {
    if (this.hold && performance.now() - this.hold.since > HELD) this.letGo();
    if (this.hold && this.keepHold()) {
      this.stuck = this.isAtEnd;
      this.drawJump();
      return true;
    }
    if (this.stuck) this.toEnd();
    return this.stuck;
  }

  /** A control of a message is pressed: from now on, what comes of it does not move it away. */
  press(control) {
    const article = control.closest(".timeline article");
    if (!article) return;
    const own = article.classList.contains("ephemeral");
    const newest = [...this.drawn.keys()].at(-1);
    this.hold = { id: article.dataset.id, own, words: own ? null : control.textContent, below: 0, newest, since: performance.now() };
    this.hold.at = this.edge(this.hold);
    this.aimed = this.scroller.scrollTop;
  }

  letGo() {
    this.hold = null;
  }

  /** Where the pressed thing stands: a control by its words; of a private message, which changes with every press, its end. */
  edge(hold) {
    const node = this.drawn.get(hold.id)?.node;
    if (!node?.isConnected) return null;
    const { top, bottom } = node.getBoundingClientRect();
    if (hold.own) return bottom;
    const same = [...node.querySelectorAll("[data-custom-id]")].find((control) => control.textContent === hold.words);
    if (same) hold.below = same.getBoundingClientRect().top - top;
    return top + hold.below;
  }

  /** Puts the pressed thing back where it was. Only the answer to it, if it is out of sight, moves it, as little as can be. */
  keepHold() {
    const { hold } = this;
    const now = this.edge(hold);
    if (now === null) {
      this.letGo();
      return false;
    }
    this.moveBy(now - hold.at);
    const answer = this.answerTo(hold);
    const hidden = answer ? answer.getBoundingClientRect().bottom - this.scroller.getBoundingClientRect().bottom : 0;
    if (hidden > 0) {
      this.moveBy(hidden);
      hold.at -= hidden;
    }
    return true;
  }

  /** The private message that answers a press: the one it was in, or a new one. */
  answerTo({ id, own, newest }) {
    if (own) return this.drawn.get(id)?.node;
    const last = [...this.drawn].findLast(([key, { message }]) => message.local.ephemeral && compareIds(key, newest) > 0);
    return last?.[1].node;
  }

  /** Scrolls, also past the end if need be. */
  moveBy(distance) {
    const { scroller, room } = this;
    const wanted = scroller.scrollTop + distance;
    const content = scroller.scrollHeight - room.offsetHeight;
    room.style.height = `${Math.max(0, Math.ceil(wanted + scroller.clientHeight - content))}px`;
    scroller.scrollTop = wanted;
    this.aimed = scroller.scrollTop;
  }

  toPresent() {
    this.stuck = true;
    this.letGo();
    this.toEnd();
    this.readIfSeen();
    this.drawJump();
  }

  scrolled() {
    if (Math.abs(this.scroller.scrollTop - this.aimed) > 2) this.letGo();
    this.stuck = this.isAtEnd;
    if (this.scroller.scrollTop < 200 && this.model.room(this.channel).loaded) this.readOlder();
    if (this.stuck) this.readIfSeen();
    this.drawJump();
  }

  drawJump() {
    this.jump.hidden = this.stuck;
  }

  async readOlder() {
    await this.model.older(this.channel).catch((problem) => this.scene.notice(problem.message));
  }

  /** The first message in sight and where it stands. */
  anchor() {
    const top = this.scroller.getBoundingClientRect().top;
    for (const [id, { node }] of this.drawn) {
      const box = node.getBoundingClientRect();
      if (box.bottom > top) return { id, offset: box.top };
    }
    return null;
  }

  holdAnchor(anchor) {
    const entry = anchor && this.drawn.get(anchor.id);
    if (entry) this.scroller.scrollTop += entry.node.getBoundingClientRect().top - anchor.offset;
  }

  readIfSeen() {
    if (this.channel && this.stuck && !document.hidden && this.node.isConnected) this.model.markRead(this.channel);
  }

  /** Shows a message, reading older pages until it is there. */
  async goTo(id) {
    for (let pages = 0; pages < 40 && !this.drawn.has(id); pages += 1) {
      if (!(await this.model.older(this.channel))) break;
    }
    const entry = this.drawn.get(id);
    if (!entry) {
      this.scene.notice("That message is not here any more.");
      return;
    }
    this.stuck = false;
    this.letGo();
    entry.node.scrollIntoView({ block: "center" });
    entry.node.classList.add("shown");
    entry.node.focus({ preventScroll: true });
    setTimeout(() => entry.node.classList.remove("shown"), 2500);
  }

  // -- the keyboard

  keys(event) {
    if (event.target !== this.scroller && !event.target.matches(".message, .system")) return;
    const nodes = [...this.list.querySelectorAll("article")];
    const at = nodes.indexOf(document.activeElement);
    const next = { ArrowUp: at < 0 ? nodes.length - 1 : Math.max(at - 1, 0), ArrowDown: at < 0 ? nodes.length - 1 : at + 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next >= nodes.length) this.scene.focusComposer();
    else {
      nodes[next].focus({ preventScroll: true });
      nodes[next].scrollIntoView({ block: "nearest" });
    }
  }

  /** Where the focus is, in words that outlive a redraw: the message and the control in it. */
  focusedPart() {
    const node = document.activeElement;
    const article = node?.closest?.(".timeline article");
    if (!article) return null;
    return { node, id: article.dataset.id, custom: node.dataset.customId ?? null };
  }

  restoreFocus(focused) {
    if (!focused || focused.node.isConnected) return;
    const entry = this.drawn.get(focused.id);
    const parts = entry ? [...entry.node.querySelectorAll("[data-custom-id]:not(:disabled)")] : [];
    const part = focused.custom ? (parts.find((each) => each.dataset.customId === focused.custom) ?? parts[0]) : null;
    (part ?? entry?.node ?? this.scroller).focus({ preventScroll: true });
  }
}

/** Until a new picture is there, the one that was in its place shows through. */
function keepPictures(before, after) {
  const old = [...before.querySelectorAll(".picture img")];
  [...after.querySelectorAll(".picture img")].forEach((image, at) => {
    if (old[at]?.complete) image.style.backgroundImage = `url("${old[at].src}")`;
  });
}

function startsAnew(before, message) {
  if (!before || isSystem(before) || isSystem(message)) return true;
  if (before.author.id !== message.author.id || message.local.used || message.local.reply) return true;
  if (before.local.ephemeral !== message.local.ephemeral) return true;
  return new Date(message.timestamp) - new Date(before.timestamp) > TOGETHER;
}
