/** A screen test calls its server directly, which cannot accept sockets, so an opened socket closes at once. */
class ClosedSocket {
  onclose: (() => void) | null = null

  constructor() {
    setTimeout(() => this.onclose?.())
  }

  send(): void {}
  close(): void {}
}

/** Makes this test open no sockets from now on. */
export const closeSockets = (): void => {
  globalThis.WebSocket = ClosedSocket as unknown as typeof WebSocket
}
