// A forum: its posts as a list, the liveliest first, to be narrowed by tags.

import { el, fill, icon, plural } from "./dom.js";
import { time } from "./times.js";

export class Forum {
  constructor(scene) {
    this.scene = scene;
    this.model = scene.model;
    this.channel = null;
    this.wanted = new Set();
    this.node = el("div", { class: "forum" });
    for (const event of ["channels", "unread", "state"]) this.model.on(event, () => this.node.isConnected && this.draw());
  }

  open(channel) {
    if (this.channel !== channel.id) this.wanted = new Set();
    this.channel = channel.id;
    this.draw();
  }

  draw() {
    const forum = this.model.channels.get(this.channel);
    if (!forum) return;
    const fits = (post) => [...this.wanted].every((id) => post.tags.some((tag) => tag.id === id));
    const posts = this.model
      .threadsOf(forum.id)
      .filter(fits)
      .sort((a, b) => (b.last_at ?? "").localeCompare(a.last_at ?? ""));
    const live = posts.filter((post) => !post.archived);
    const old = posts.filter((post) => post.archived);
    const empty = this.wanted.size ? "No post has all these tags." : "No posts yet.";
    fill(
      this.node,
      forum.tags.length ? el("div", { class: "forum-tags", role: "group", "aria-label": "Only posts with these tags" }, forum.tags.map((tag) => this.filter(tag))) : null,
      posts.length ? null : el("p", { class: "forum-empty" }, empty),
      el("ul", { class: "posts", "aria-label": "Posts" }, live.map((post) => this.post(post))),
      old.length ? [el("h2", { class: "section-name" }, "Older posts"), el("ul", { class: "posts old" }, old.map((post) => this.post(post)))] : null,
    );
  }

  filter(tag) {
    const on = this.wanted.has(tag.id);
    const turn = () => {
      if (!this.wanted.delete(tag.id)) this.wanted.add(tag.id);
      this.draw();
      this.node.querySelector(`[data-tag="${CSS.escape(tag.id)}"]`)?.focus();
    };
    return el("button", { type: "button", class: on ? "forum-tag on" : "forum-tag", "aria-pressed": on ? "true" : "false", "data-tag": tag.id, onclick: turn }, tag.emoji ? `${tag.emoji} ` : null, tag.name);
  }

  post(post) {
    const unread = this.model.unread.get(post.id);
    return el(
      "li",
      {},
      el(
        "a",
        { class: unread ? "post unread" : "post", href: `#${post.id}` },
        el("span", { class: "post-tags" }, post.tags.map((tag) => el("span", { class: "post-tag" }, tag.emoji ? `${tag.emoji} ` : null, tag.name))),
        el("span", { class: "post-name" }, post.name, post.locked ? icon("lock", "locked") : null),
        el("span", { class: "post-about" }, post.message_count ? plural(post.message_count, "reply", "replies") : "no replies yet", post.last_at ? [" · ", time(new Date(post.last_at), "R")] : null),
        unread?.mentions ? el("span", { class: "badge", "aria-label": `mentioned ${plural(unread.mentions, "time")}` }, unread.mentions) : unread ? el("span", { class: "dot", "aria-label": "unread" }) : null,
      ),
    );
  }
}
