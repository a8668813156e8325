/** The server of a screen test is called directly and has no door for sockets: one that is opened closes again. */
class ClosedSocket {
  onclose: (() => void) | null = null

  constructor() {
    setTimeout(() => this.onclose?.())
  }

  send(): void {}
  close(): void {}
}

/** From now on nothing in this test reaches for a socket outside of it. */
export const closeSockets = (): void => {
  globalThis.WebSocket = ClosedSocket as unknown as typeof WebSocket
}
