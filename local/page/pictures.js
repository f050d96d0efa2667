// Pictures in messages, and the large view that opens from them.

import { el, fill, icon, iconButton } from "./dom.js";

/** A picture as a button that opens it large. `set` are all pictures that belong together. */
export function picture(item, set, className = "picture") {
  const image = el("img", { src: item.url, alt: item.alt ?? "", width: item.width, height: item.height, decoding: "async" });
  image.addEventListener("error", () => button.classList.add("broken"), { once: true });
  const words = item.alt ? `${item.alt} (open large)` : "Open the picture large";
  const known = item.width && item.height; // then its place is kept before it is there
  const ratio = known ? { "--ratio": `${item.width} / ${item.height}`, "--shape": item.width / item.height, "--width": `${item.width}px` } : null;
  const button = el("button", { type: "button", class: known ? `${className} sized` : className, "aria-label": words, style: ratio, onclick: () => showLarge(set, set.indexOf(item)) }, image);
  if (!item.spoiler) return button;
  const cover = el("button", { type: "button", class: "spoiler-cover", onclick: () => holder.replaceWith(button) }, "Spoiler: show it");
  const holder = el("div", { class: "spoiler-holder" }, el("div", { class: "blurred", inert: true }, button.cloneNode(true)), cover);
  return holder;
}

export function gallery(items) {
  return el("div", { class: `gallery count-${Math.min(items.length, 5)}` }, items.map((item) => picture(item, items)));
}

/** A picture of Discord (media of a component, an attachment, an embed) in our words. */
export function asPicture(media, alt = null, spoiler = false) {
  return { url: here(media.url), width: media.width, height: media.height, alt: alt ?? media.description ?? null, spoiler };
}

/** Files of this server by their path alone: the page may be open under another name of this machine. */
function here(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname.startsWith("/cdn/") ? pathname + search : address;
}

export function isPicture(media) {
  return (media.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp|svg)(\?|$)/i.test(media.url ?? "");
}

export function fileCard({ url, name, size }) {
  return el(
    "a",
    { class: "file", href: here(url), download: name, "aria-label": `Download ${name}` },
    icon("file"),
    el("span", { class: "file-words" }, el("span", { class: "file-name" }, name), size ? el("span", { class: "small" }, sizeInWords(size)) : null),
  );
}

function sizeInWords(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The large view: Escape closes, arrows turn, Enter or a click on the picture changes between whole and full size. */
export function showLarge(set, start) {
  let at = start;
  const image = el("img", { class: "large-image", tabindex: 0 });
  const caption = el("p", { class: "large-caption" });
  const original = el("a", { class: "icon-button", target: "_blank", rel: "noopener", "aria-label": "Open the file in a new tab", title: "Open the file in a new tab" }, icon("out"));
  const stage = el("div", { class: "large-stage" }, image);
  const count = el("span", { class: "large-count" });
  const several = set.length > 1;

  const draw = () => {
    const item = set[at];
    image.src = item.url;
    image.alt = item.alt ?? "Picture";
    original.href = item.url;
    fill(caption, item.alt);
    caption.hidden = !item.alt;
    fill(count, several ? `${at + 1} of ${set.length}` : null);
    stage.classList.remove("full");
  };
  const turn = (step) => {
    at = (at + step + set.length) % set.length;
    draw();
  };
  const zoom = (event) => {
    const box = image.getBoundingClientRect();
    const x = event?.clientX ? (event.clientX - box.left) / box.width : 0.5;
    const y = event?.clientY ? (event.clientY - box.top) / box.height : 0.5;
    if (stage.classList.toggle("full")) stage.scrollTo(x * image.width - stage.clientWidth / 2, y * image.height - stage.clientHeight / 2);
  };
  image.addEventListener("click", zoom);

  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    {
      class: "large",
      "aria-label": "Picture",
      onclose: () => dialog.remove(),
      onclick: (event) => {
        if (event.target === stage || event.target === dialog) close();
      },
      onkeydown: (event) => {
        const acts = { ArrowRight: () => several && turn(1), ArrowLeft: () => several && turn(-1) };
        if (event.key === "Enter" && event.target === image) zoom();
        else if (!stage.classList.contains("full")) acts[event.key]?.();
      },
    },
    el("div", { class: "large-bar" }, count, original, iconButton("close", "Close the picture", close)),
    stage,
    several ? iconButton("left", "The picture before", () => turn(-1), { class: "icon-button large-turn before" }) : null,
    several ? iconButton("right", "The next picture", () => turn(1), { class: "icon-button large-turn after" }) : null,
    caption,
  );
  draw();
  document.body.append(dialog);
  dialog.showModal();
  image.focus();
}
