// The connection to the table: it comes back by itself, and says how it is.

export class Live {
  constructor(path, parameters, receive, changed) {
    Object.assign(this, { path, parameters, receive, changed, wait: 500, ended: false });
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.now());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.path}?${new URLSearchParams(this.parameters())}`);
    this.socket.onopen = () => { this.wait = 500; this.changed("open"); };
    this.socket.onmessage = event => this.receive(JSON.parse(event.data));
    this.socket.onclose = event => {
      if (event.code === 4403 || event.code === 4404) return this.changed("refused");
      this.changed("lost");
      this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 1.7, 8000);
    };
  }

  now() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
