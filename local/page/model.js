// What this person knows: people, channels, messages; kept true by the stream.

import { compareIds } from "./dom.js";

const PAGE = 50;

export function isThread({ kind }) {
  return ["thread", "private_thread", "post"].includes(kind);
}

/** The messages of one channel, oldest first. */
class Room {
  constructor() {
    this.messages = [];
    this.more = false;
    this.loaded = false;
    this.opening = null; // the reading of the newest messages, while it lasts
    this.late = []; // frames that came meanwhile
    this.pending = []; // commands on their way, drawn at the end
  }

  put(message) {
    const at = this.messages.findIndex((other) => other.id === message.id);
    if (at >= 0) {
      this.messages[at] = message;
      return;
    }
    let end = this.messages.length;
    while (end > 0 && compareIds(this.messages[end - 1].id, message.id) > 0) end -= 1;
    this.messages.splice(end, 0, message);
  }

  /** The message itself, and what shows it: the first line of the thread that began with it. */
  change(message) {
    this.messages = this.messages.map((other) => {
      if (other.id === message.id) return message;
      return other.referenced_message?.id === message.id ? { ...other, referenced_message: message } : other;
    });
  }

  drop(ids) {
    this.messages = this.messages.filter((message) => !ids.includes(message.id));
  }

  find(id) {
    return this.messages.find((message) => message.id === id);
  }
}

export class Model {
  constructor(line) {
    this.line = line;
    this.me = null;
    this.people = [];
    this.bot = null;
    this.guild = null;
    this.roles = [];
    this.channels = new Map();
    this.unread = new Map();
    this.commands = [];
    this.rooms = new Map();
    this.typing = new Map(); // channel -> Map of person's name -> until when
    this.failures = new Map(); // message -> reason
    this.connected = false;
    this.seq = null;
    this.run = null;
    this.held = null; // frames that came while the state was being read
    this.listeners = new Map();
  }

  on(what, listener) {
    if (!this.listeners.has(what)) this.listeners.set(what, []);
    this.listeners.get(what).push(listener);
  }

  tell(what, data) {
    for (const listener of this.listeners.get(what) ?? []) listener(data);
  }

  start() {
    this.line.listen(
      (frame) => this.receive(frame),
      (open) => this.setConnected(open),
    );
  }

  setConnected(open) {
    if (this.connected === open) return;
    this.connected = open;
    this.tell("line");
  }

  async receive(frame) {
    if (frame.event === "hello") {
      const { seq, run } = frame.data;
      const known = this.seq === seq && this.run === run;
      this.run = run;
      if (!known) await this.refresh();
      else this.setConnected(true);
    } else if (this.held) {
      this.held.push(frame);
    } else {
      this.apply(frame);
    }
  }

  /** Reads everything anew; frames that arrive meanwhile are kept and applied after. */
  async refresh() {
    const held = [];
    this.held = held;
    let state;
    try {
      state = await this.line.get("state");
    } catch {
      // The line is cut again, or the server is not ready: the next connection asks anew.
      if (this.held === held) setTimeout(() => this.line.socket?.close(), 500);
      return;
    }
    if (this.held !== held) return; // a newer connection is reading the state
    this.me = state.me;
    this.people = state.people;
    this.bot = state.bot;
    this.guild = state.guild;
    this.roles = state.roles ?? [];
    this.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
    this.unread = new Map(Object.entries(state.unread));
    this.commands = state.commands;
    this.seq = state.seq;
    for (const [id, room] of this.rooms) {
      room.loaded = false;
      room.opening = null;
      if (!this.channels.has(id)) this.rooms.delete(id);
    }
    this.held = null;
    for (const frame of held) if (frame.seq > this.seq) this.apply(frame);
    this.setConnected(true);
    this.tell("state");
  }

  apply({ seq, event, data }) {
    this.seq = seq;
    if (event === "message" || event === "edit") this.takeMessage(data.message, event);
    else if (event === "delete") this.dropMessages(data.channel, data.messages);
    else if (event === "channel") this.takeChannel(data.channel);
    else if (event === "channel_gone") {
      this.channels.delete(data.channel);
      this.rooms.delete(data.channel);
      this.unread.delete(data.channel);
      this.tell("channels");
    } else if (event === "unread") {
      if (data.unread) this.unread.set(data.channel, data.unread);
      else this.unread.delete(data.channel);
      this.tell("unread");
    } else if (event === "typing") {
      this.takeTyping(data.channel, data.person);
    } else if (event === "commands") {
      this.commands = data.commands;
      this.tell("commands");
    } else if (event === "bot") {
      this.bot = { ...this.bot, online: data.online };
      this.tell("bot");
    } else if (event === "wanted") {
      this.people = this.people.map((person) => ({ ...person, mentions: data.people[person.key] ?? 0 }));
      this.tell("wanted");
    } else if (event === "failed" && !this.failures.has(data.message)) {
      this.fail(data);
    }
  }

  takeMessage(message, event) {
    const channel = this.channels.get(message.channel_id);
    if (event === "message") {
      this.typing.get(message.channel_id)?.delete(message.author.id);
      if (channel) this.countMessage(channel, message);
    } else {
      this.failures.delete(message.id);
    }
    this.takeInto(message.channel_id, message, event);
    if (event === "edit") this.takeInto(message.id, message, event); // a thread has the id of the message it began with
  }

  takeInto(channel, message, event) {
    const room = this.rooms.get(channel);
    if (!room) return;
    if (room.opening) room.late.push({ event, message });
    if (event === "message") room.put(message);
    else room.change(message);
    this.tell("room", channel);
  }

  /** A thread's own count leaves out the message it began with. */
  countMessage(channel, message) {
    const counts = !message.local.ephemeral && message.id !== channel.id;
    this.channels.set(channel.id, { ...channel, last_message: message.id, last_at: message.timestamp, message_count: (channel.message_count ?? 0) + (counts ? 1 : 0) });
    if (isThread(channel)) this.tell("channels");
  }

  dropMessages(channel, ids) {
    const room = this.rooms.get(channel);
    if (!room) return;
    if (room.opening) room.late.push({ event: "delete", ids });
    room.drop(ids);
    this.tell("room", channel);
  }

  takeChannel(channel) {
    if (this.channels.has(channel.id) || !isThread(channel)) {
      this.channels.set(channel.id, channel);
    } else {
      // A new thread comes right after its parent.
      const rows = [...this.channels];
      const at = rows.findIndex(([id]) => id === channel.parent);
      rows.splice(at + 1, 0, [channel.id, channel]);
      this.channels = new Map(rows);
    }
    this.tell("channels");
  }

  takeTyping(channel, person) {
    if (person.id === this.me.id) return;
    if (!this.typing.has(channel)) this.typing.set(channel, new Map());
    this.typing.get(channel).set(person.id, { name: person.name, until: Date.now() + 10_000 });
    this.tell("typing");
    setTimeout(() => this.tell("typing"), 10_100);
  }

  fail({ message, reason }) {
    if (!message) return;
    this.failures.set(message, reason);
    this.tellRoomOf(message);
  }

  tellRoomOf(message) {
    for (const [id, room] of this.rooms) if (room.find(message)) this.tell("room", id);
  }

  whoTypes(channel) {
    const now = Date.now();
    return [...(this.typing.get(channel)?.values() ?? [])].filter(({ until }) => until > now).map(({ name }) => name);
  }

  room(channel) {
    if (!this.rooms.has(channel)) this.rooms.set(channel, new Room());
    return this.rooms.get(channel);
  }

  /** Reads the newest messages of a channel once; later ones come by the stream. */
  open(channel) {
    const room = this.room(channel);
    if (!room.loaded && !room.opening) {
      room.late = [];
      const opening = this.read(channel, room, () => room.opening === opening);
      room.opening = opening;
    }
    return room.opening ?? Promise.resolve();
  }

  async read(channel, room, isWanted) {
    try {
      const { messages, more } = await this.line.get("messages", { channel, limit: PAGE });
      if (!isWanted()) return;
      room.messages = messages;
      room.more = more;
      room.loaded = true;
      for (const { event, message, ids } of room.late) {
        if (event === "message") room.put(message);
        else if (event === "edit") room.change(message);
        else room.drop(ids);
      }
    } finally {
      if (isWanted()) room.opening = null;
    }
    this.tell("room", channel);
  }

  async older(channel) {
    const room = this.room(channel);
    if (!room.more || room.readingOlder) return false;
    room.readingOlder = true;
    try {
      const { messages, more } = await this.line.get("messages", { channel, before: room.messages[0].id, limit: PAGE });
      for (const message of messages) room.put(message);
      room.more = more;
    } finally {
      room.readingOlder = false;
    }
    this.tell("room", channel);
    return true;
  }

  async markRead(channel) {
    if (!this.unread.has(channel)) return;
    this.unread.delete(channel);
    this.tell("unread");
    await this.line.post("read", { channel, message: null }).catch(() => {});
  }

  mentionsElsewhere(channel) {
    let count = 0;
    for (const [id, { mentions }] of this.unread) if (id !== channel) count += mentions;
    return count;
  }

  person(id) {
    return this.bot?.id === id ? this.bot : this.people.find((person) => person.id === id);
  }

  role(id) {
    return this.roles.find((role) => role.id === id);
  }

  command(path) {
    return this.commands.find((command) => command.kind === "slash" && command.path === path);
  }

  threadsOf(parent) {
    return [...this.channels.values()].filter((channel) => channel.parent === parent && isThread(channel));
  }

  /** An interaction; a modal that comes back is told to the page, a failure is kept beside the message. */
  async interact(body) {
    if (this.failures.delete(body.message)) this.tellRoomOf(body.message);
    let result;
    try {
      result = await this.line.post("interact", body);
    } catch (problem) {
      if (body.message) this.fail({ message: body.message, reason: problem.message });
      throw problem;
    }
    if (result.status === "failed" && !this.bot.online) result.reason = `${this.bot.name} is away. Try again when it is back.`;
    if (result.status === "failed" && body.message) this.fail({ message: body.message, reason: result.reason });
    if (result.modal) this.tell("modal", result.modal);
    return result;
  }
}
