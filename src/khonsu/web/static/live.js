// The connection to the table: it comes back by itself, and says how it is.

const PING = 3000, PATIENCE = 3000; // milliseconds between signs of life, and until silence means a lost connection

export class Live {
  constructor(path, parameters, receive, changed) {
    Object.assign(this, { path, parameters, receive, changed, wait: 500 });
    addEventListener("online", () => this.now());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.now());
    setInterval(() => this.ping(), PING);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}?${new URLSearchParams(this.parameters())}`);
    this.silent = null; // since when an answer is waited for
    this.socket.onopen = () => { this.wait = 500; this.changed("open"); };
    this.socket.onmessage = event => { this.silent = null; this.receive(JSON.parse(event.data)); };
    this.socket.onclose = event => this.lost(event.code);
  }

  lost(code) {
    if (code === 4403 || code === 4404) return this.changed("refused");
    this.changed("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, 8000);
  }

  // A connection can be gone without a word (a phone in a tunnel): who is asked and does not answer is not there.
  ping() {
    if (this.socket.readyState !== WebSocket.OPEN || document.visibilityState === "hidden") return;
    if (this.silent !== null && performance.now() - this.silent >= PATIENCE) return this.drop();
    this.silent ??= performance.now();
    this.say({ kind: "ping" });
  }

  // Waits for no farewell from the other side.
  drop() {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    Object.assign(this.socket, { onopen: null, onmessage: null, onclose: null });
    this.socket.close();
    this.lost();
  }

  now() {
    if (this.socket.readyState <= WebSocket.OPEN) return; // open, or about to be
    clearTimeout(this.timer);
    this.open();
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
