// The line to the local Discord: requests, and the stream that comes back by itself.

/** The server said no: why, and at which field. */
class Refused extends Error {
  constructor(status, message, field = null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Refused(0, "The local Discord does not answer. Is it still running?");
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    body = null;
  }
  if (!response.ok) throw new Refused(response.status, body?.error ?? `The local Discord answered ${response.status}.`, body?.field ?? null);
  return body;
}

export class Line {
  constructor(person) {
    this.person = person;
    this.socket = null;
    this.wait = 250;
    this.timer = null;
  }

  get(what, query = {}) {
    return ask(`/local/${what}?${new URLSearchParams({ as: this.person, ...query })}`, { cache: "no-store" });
  }

  post(what, body) {
    return ask(`/local/${what}?${new URLSearchParams({ as: this.person })}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  /** Listens for good: reconnects after a break, a little slower each time, and at once when the page wakes up. */
  listen(onFrame, onOpenChange) {
    const connect = () => {
      clearTimeout(this.timer);
      const address = new URL(`/local/stream?${new URLSearchParams({ as: this.person })}`, location.href);
      address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(address);
      this.socket = socket;
      socket.addEventListener("message", ({ data }) => {
        this.wait = 250;
        onFrame(JSON.parse(data));
      });
      socket.addEventListener("close", () => {
        if (this.socket !== socket) return;
        this.socket = null;
        onOpenChange(false);
        this.timer = setTimeout(connect, this.wait);
        this.wait = Math.min(this.wait * 1.6, 4000);
      });
    };
    const wake = () => {
      if (!this.socket && !document.hidden) connect();
    };
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    connect();
  }
}
