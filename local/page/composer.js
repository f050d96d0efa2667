// The line at the bottom: plain messages, replies, and commands after "/".

import { ChoiceList } from "./choices.js";
import { CommandForm, commandRows } from "./command.js";
import { el, fill, icon, iconButton } from "./dom.js";
import { authorOf, avatar } from "./people.js";

const NARROW = matchMedia("(max-width: 700px)");
const LONGEST = 2000;
const PATIENCE = 150; // a command that is answered sooner shows no waiting line

export class Composer {
  constructor(scene) {
    this.scene = scene;
    this.model = scene.model;
    this.channel = null;
    this.form = null;
    this.replyId = null;
    this.history = []; // what was sent from here, newest last
    this.list = new ChoiceList({ label: "Suggestions", above: true, matchWidth: true, onpick: () => {} });
    this.area = el("textarea", {
      class: "area",
      rows: 1,
      maxlength: LONGEST,
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-haspopup": "listbox",
      autocomplete: "off",
      id: "message-box",
      oninput: () => this.typed(),
      onkeydown: (event) => this.keys(event),
      onblur: () => this.list.hide(),
      onfocus: () => this.suggest(),
    });
    this.reply = el("div", { class: "reply-bar", hidden: true });
    this.problem = el("p", { class: "composer-problem", role: "alert", hidden: true });
    this.commandButton = iconButton("slash", "Commands", () => this.beginSlash());
    this.sendButton = el("button", { type: "submit", class: "icon-button send", "aria-label": "Send", title: "Send (Enter)" }, icon("send"));
    this.entry = el("div", { class: "entry" }, this.commandButton, this.area, this.sendButton);
    this.typing = el("p", { class: "typing", "aria-live": "polite" });
    this.node = el(
      "form",
      {
        class: "composer",
        "aria-label": "Write",
        onsubmit: (event) => {
          event.preventDefault();
          this.submit();
        },
      },
      this.problem,
      this.reply,
      this.entry,
      this.typing,
    );
    NARROW.addEventListener("change", () => {
      const channel = this.model.channels.get(this.channel);
      if (channel) this.drawHint(channel);
    });
    this.model.on("typing", () => this.drawTyping());
    this.model.on("room", () => this.drawTyping());
    this.model.on("commands", () => this.commandsChanged());
  }

  // -- channel and draft

  get draftKey() {
    return `draft:${this.model.me.key}:${this.channel}`;
  }

  open(channel) {
    if (this.channel !== channel.id) {
      this.channel = channel.id;
      this.leaveForm();
      this.setReply(null);
      this.complain(null);
      this.restoreDraft();
    }
    this.drawHint(channel);
    this.area.setAttribute("aria-label", channel.can_send ? `Message in ${channel.name}. Type slash for a command.` : "You may not write here. Type slash for a command.");
    this.drawTyping();
  }

  drawHint(channel) {
    const narrow = NARROW.matches;
    const hint = narrow ? "Message, or / for a command" : `Message ${channel.kind === "text" ? "#" : ""}${channel.name}, or type / for a command`;
    this.area.placeholder = channel.can_send ? hint : narrow ? "Only commands: type /" : "You may not write here. Commands work: type /";
  }

  saveDraft() {
    const draft = this.form ? { form: this.form.save() } : this.area.value ? { text: this.area.value } : null;
    if (draft) sessionStorage.setItem(this.draftKey, JSON.stringify(draft));
    else sessionStorage.removeItem(this.draftKey);
  }

  restoreDraft() {
    const draft = JSON.parse(sessionStorage.getItem(this.draftKey) ?? "null");
    this.setText(draft?.text ?? "");
    const command = draft?.form && this.model.command(draft.form.path);
    if (command) {
      this.begin(command, { focus: false });
      this.form.restore(draft.form.fields);
    }
  }

  // -- plain text

  setText(text) {
    this.area.value = text;
    this.grow();
  }

  grow() {
    this.area.style.height = "auto";
    this.area.style.height = `${Math.min(this.area.scrollHeight, 220)}px`;
  }

  complain(words) {
    fill(this.problem, words ? [icon("warning"), words] : null);
    this.problem.hidden = !words;
  }

  focus() {
    if (this.form) this.form.focus();
    else this.area.focus();
  }

  /** Adds text at the end, as if typed. */
  write(text) {
    this.leaveForm();
    this.setText(this.area.value + text);
    this.area.focus();
    this.saveDraft();
  }

  beginSlash() {
    this.leaveForm();
    this.setText("/");
    this.area.focus();
    this.typed();
  }

  useCommand(path) {
    const command = this.model.command(path);
    if (command) this.begin(command);
    else {
      this.leaveForm();
      this.setText(`/${path}`);
      this.area.focus();
      this.typed();
    }
  }

  typed() {
    this.grow();
    this.complain(null);
    const started = this.startedCommand(this.area.value);
    if (started) {
      this.begin(started.command);
      this.form.fillFrom(started.rest);
      this.form.focus();
    } else {
      this.suggest();
    }
    this.saveDraft();
  }

  /** "/move " is a whole command name: the rest are its options. */
  startedCommand(text) {
    if (!text.startsWith("/")) return null;
    const found = this.model.commands
      .filter(({ kind, path }) => kind === "slash" && text.toLowerCase().startsWith(`/${path} `))
      .sort((a, b) => b.path.length - a.path.length)[0];
    return found ? { command: found, rest: text.slice(found.path.length + 2) } : null;
  }

  suggest() {
    const text = this.area.value;
    if (document.activeElement !== this.area) return;
    let rows = [];
    let note = null;
    if (text.startsWith("/") && !text.includes("\n")) {
      rows = commandRows(this.model.commands, text.slice(1).trim());
      this.list.onpick = (row) => this.begin(row.value);
      if (!rows.length) note = this.model.commands.length ? `There is no command like ${text}.` : `${this.model.bot.name} has no commands yet.`;
    } else {
      rows = this.nameRows();
    }
    if (rows.length || note) this.list.show(rows, { anchor: this.entry, field: this.area, footer: note ? el("span", { class: "popup-note" }, note) : null });
    else this.list.hide();
  }

  /** People after "@", channels after "#". */
  nameRows() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const match = /(^|\s)([@#])([^\s@#]*)$/.exec(before);
    if (!match) return [];
    const [, , sign, start] = match;
    const replace = (name) => {
      const at = before.length - start.length - 1;
      this.setText(`${before.slice(0, at)}${sign}${name} ${this.area.value.slice(before.length)}`);
      this.list.hide();
      this.saveDraft();
    };
    this.list.onpick = (row) => replace(row.value);
    const fits = (name) => name.toLowerCase().startsWith(start.toLowerCase());
    if (sign === "@") return [...this.model.people, this.model.bot].filter(({ name }) => fits(name)).map((person) => ({ label: `@${person.name}`, value: person.name, mark: () => avatar(person) }));
    return [...this.model.channels.values()].filter(({ kind, name }) => kind !== "dm" && fits(name)).map(({ name }) => ({ label: `#${name}`, value: name, mark: () => icon("hash") }));
  }

  keys(event) {
    if (event.isComposing) return;
    const { list } = this;
    const choosing = list.isOpen && list.rows.length > 0;
    if (choosing && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (choosing && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
      event.preventDefault();
      const whole = event.key === "Enter" && this.model.command(this.area.value.slice(1).trim());
      if (this.area.value.startsWith("/") && whole) this.beginWhole(whole);
      else list.pick();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      if (list.isOpen) list.hide();
      else if (this.replyId) this.setReply(null);
      else if (!this.area.value) return;
      else if (this.area.value.startsWith("/")) this.setText("");
      event.preventDefault();
      this.saveDraft();
    } else if (event.key === "ArrowUp" && !this.area.value && this.history.length) {
      event.preventDefault();
      this.recall(this.history.at(-1));
    }
  }

  recall(sent) {
    if (sent.text) {
      this.setText(sent.text);
      return;
    }
    const command = this.model.command(sent.form.path);
    if (!command) return;
    this.begin(command);
    this.form.restore(sent.form.fields);
    this.form.tail.focus();
  }

  submit() {
    if (this.form) this.form.run();
    else if (this.area.value.startsWith("/")) {
      const typed = this.area.value.slice(1).trim();
      const command = this.model.command(typed);
      if (command) this.beginWhole(command);
      else this.complain(typed ? `There is no command /${typed}. Type / to see what there is.` : "Choose a command from the list.");
    } else this.sendText();
  }

  async sendText() {
    const text = this.area.value.trim();
    if (!text) return;
    const reply_to = this.replyId;
    const channel = this.channel;
    this.setText("");
    this.setReply(null);
    this.saveDraft();
    try {
      await this.model.line.post("message", { channel, content: this.withIds(text), reply_to });
      this.history.push({ text });
      this.scene.sent();
    } catch (problem) {
      if (this.channel === channel && !this.area.value) this.setText(text);
      this.saveDraft();
      this.complain(problem.message);
    }
  }

  /** "@Bob" and "#lobby" become the marks Discord wants. */
  withIds(text) {
    const people = [...this.model.people, this.model.bot];
    return text
      .replace(/(^|[\s(])@([\p{L}\p{N}_-]+)/gu, (whole, before, name) => {
        const person = people.find((each) => each.name.toLowerCase() === name.toLowerCase());
        return person ? `${before}<@${person.id}>` : whole;
      })
      .replace(/(^|[\s(])#([\p{L}\p{N}_-]+)/gu, (whole, before, name) => {
        const channel = [...this.model.channels.values()].find((each) => each.name === name && each.kind !== "dm");
        return channel ? `${before}<#${channel.id}>` : whole;
      });
  }

  setReply(message) {
    this.replyId = message?.id ?? null;
    this.reply.hidden = !message;
    if (!message) {
      fill(this.reply);
      return;
    }
    const author = authorOf(message, this.model);
    fill(this.reply, icon("reply"), el("span", {}, "Replying to ", el("strong", {}, author.name)), iconButton("close", "Do not reply", () => this.setReply(null)));
    this.leaveForm();
    this.area.focus();
  }

  drawTyping() {
    const names = this.model.whoTypes(this.channel);
    const words = names.length === 0 ? "" : names.length === 1 ? `${names[0]} is typing…` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are typing…`;
    if (this.typing.textContent !== words) this.typing.textContent = words;
  }

  // -- commands

  begin(command, { focus = true } = {}) {
    this.leaveForm();
    this.list.hide();
    this.setText("");
    this.complain(null);
    this.form = new CommandForm(command, this.scene, {
      list: this.list,
      anchor: () => this.entry,
      channel: this.channel,
      onrun: (form) => this.runForm(form),
      oncancel: (text) => this.cancelForm(text),
      onproblem: (words) => this.complain(words),
      onchange: () => this.saveDraft(),
    });
    this.area.replaceWith(this.form.node);
    this.entry.classList.add("with-command");
    if (focus) this.form.focus();
    this.saveDraft();
  }

  /** A name that was typed out in full runs at once, if nothing is needed. */
  beginWhole(command) {
    this.begin(command);
    if (!command.options.some(({ required }) => required)) this.form.run();
  }

  leaveForm() {
    if (!this.form) return;
    this.list.hide();
    this.form.node.replaceWith(this.area);
    this.entry.classList.remove("with-command");
    this.form = null;
  }

  cancelForm(text) {
    this.leaveForm();
    this.setText(text);
    this.complain(null);
    this.area.focus();
    if (text) this.suggest();
    this.saveDraft();
  }

  commandsChanged() {
    if (this.form) {
      const { path, fields } = this.form.save();
      const command = this.model.command(path);
      if (command && command !== this.form.command) {
        const focused = this.form.node.contains(document.activeElement);
        this.begin(command, { focus: false });
        this.form.restore(fields);
        if (focused) this.form.focus();
      }
    } else {
      this.suggest();
    }
  }

  async runForm(form) {
    const { command, words } = form;
    const channel = this.channel;
    const kept = form.save();
    const options = await form.options();
    if (this.form !== form) return;
    this.leaveForm();
    this.setText("");
    this.area.focus();
    this.saveDraft();
    this.history.push({ form: kept });
    this.scene.sent();
    const room = this.model.room(channel);
    const pending = { words, reason: null, after: room.messages.at(-1)?.id ?? null };
    const show = () => {
      if (!room.pending.includes(pending)) room.pending.push(pending);
      this.model.tell("room", channel);
    };
    const timer = setTimeout(show, PATIENCE);
    try {
      const result = await this.model.interact({ kind: "slash", channel, command: command.path, options });
      if (result.status === "failed") pending.reason = result.reason;
    } catch (refusal) {
      if (!this.bringBack(channel, kept, refusal)) pending.reason = refusal.message;
    }
    clearTimeout(timer);
    if (pending.reason) show();
    else {
      room.pending = room.pending.filter((other) => other !== pending);
      this.model.tell("room", channel);
    }
  }

  /** A command that was not taken comes back with the reason, unless something new is being written. */
  bringBack(channel, kept, refusal) {
    const command = this.model.command(kept.path);
    if (this.channel !== channel || this.form || this.area.value || !command) return false;
    this.begin(command, { focus: false });
    this.form.restore(kept.fields);
    this.form.complainAt(refusal.field, refusal.message);
    this.complain(refusal.message);
    this.saveDraft();
    return true;
  }
}
