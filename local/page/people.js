// People: their pictures, the switch between them, and the card behind a name.

import { menu } from "./choices.js";
import { el, fill, icon, plural } from "./dom.js";

/** A round picture with the first letter; the bot wears a leaf. */
export function avatar(person, size = "small") {
  const letter = person.key === "glade" || person.bot ? "❧" : (person.name ?? person.username ?? "?").slice(0, 1);
  return el("span", { class: `avatar ${size}`, "aria-hidden": "true", style: { "--person": person.colour ?? "#6b7a70" } }, letter);
}

/** Author of a message, as a person with a colour. */
export function authorOf(message, model) {
  const known = model.person(message.author.id);
  if (known) return known;
  return { id: message.author.id, name: message.author.global_name ?? message.author.username, colour: "#6b7a70", bot: message.author.bot };
}

/** The four chairs at the bottom of the side bar. Each is a link, so that it can be opened in a second window. */
export class Chairs {
  constructor(model, channel) {
    this.model = model;
    this.channel = channel;
    this.node = el("nav", { class: "chairs", "aria-label": "Who you are" });
    for (const event of ["state", "wanted"]) model.on(event, () => this.draw());
  }

  draw() {
    const { me, people } = this.model;
    const chairs = people.map((person) => {
      const here = person.id === me.id;
      const wanted = here ? 0 : (person.mentions ?? 0);
      const words = here ? `You are ${person.name}` : `Sit as ${person.name}${wanted ? `, who is mentioned ${plural(wanted, "time")}` : ""}`;
      return el(
        "a",
        {
          class: here ? "chair here" : "chair",
          href: this.address(person),
          "aria-current": here ? "true" : null,
          "aria-label": words,
          title: here ? words : `${words} (in a new window: middle click)`,
          onclick: (event) => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.currentTarget.href = this.address(person);
          },
        },
        avatar(person, "medium"),
        el("span", { class: "chair-name" }, person.name),
        wanted ? el("span", { class: "badge", "aria-hidden": "true" }, wanted) : null,
      );
    });
    const note = me.manager ? "may manage the server" : "you sit here";
    fill(
      this.node,
      el("div", { class: "chairs-row" }, chairs),
      el("p", { class: "chairs-note" }, el("strong", {}, me.name), ` · ${note}`),
    );
  }

  address(person) {
    return `/?as=${encodeURIComponent(person.key)}#${this.channel() ?? ""}`;
  }
}

/** What can be done with a person: a direct message to the bot, and the commands of its user menu. */
export function personMenu(button, person, scene) {
  const { model } = scene;
  const rows = [{ label: `@ Mention ${person.name}`, act: () => scene.write(`@${person.name} `) }];
  if (person.id === model.bot.id) rows.push({ label: "Direct message", detail: "Only the two of you read it", act: () => scene.openLine(person.id) });
  for (const command of model.commands.filter(({ kind }) => kind === "user")) {
    rows.push({ label: command.path, group: "Apps", mark: () => icon("out"), act: () => scene.runMenu(command, person.id) });
  }
  menu(button, person.name, rows);
}
