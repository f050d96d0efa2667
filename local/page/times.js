// Times in the reader's own language and zone.

import { el } from "./dom.js";

const LANGUAGE = navigator.language || "en";
const format = (options) => new Intl.DateTimeFormat(LANGUAGE, options);

const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
};
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function relative(date, now = Date.now()) {
  const seconds = (date.getTime() - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size * 0.95) return RELATIVE.format(Math.round(seconds / size), unit);
  }
  return Math.abs(seconds) < 5 ? "just now" : RELATIVE.format(Math.round(seconds), "second");
}

/** <t:…:style> of Discord, and every other time that goes on ticking. */
export function time(date, style = "f") {
  if (Number.isNaN(date.getTime())) return el("span", {}, "an unknown time");
  const title = STYLES.F.format(date);
  const words = style === "R" ? relative(date) : STYLES[style].format(date);
  return el("time", { datetime: date.toISOString(), title, "data-relative": style === "R" }, words);
}

/** The clock beside a message. */
export function clock(date) {
  return el("time", { class: "clock", datetime: date.toISOString(), title: STYLES.F.format(date) }, STYLES.t.format(date));
}

export function sameDay(a, b) {
  return a.toDateString() === b.toDateString();
}

export function dayName(date) {
  const today = new Date();
  if (sameDay(date, today)) return "Today";
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return sameDay(date, yesterday) ? "Yesterday" : STYLES.D.format(date);
}

export function tickTimes() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const words = relative(new Date(node.dateTime));
      if (node.textContent !== words) node.textContent = words;
    }
  }, 5000);
}
