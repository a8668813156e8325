/** The server of a screen test is called directly and cannot accept sockets: a socket that is opened closes at once. */
class ClosedSocket {
  onclose: (() => void) | null = null

  constructor() {
    setTimeout(() => this.onclose?.())
  }

  send(): void {}
  close(): void {}
}

/** From now on this test opens no socket to another process. */
export const closeSockets = (): void => {
  globalThis.WebSocket = ClosedSocket as unknown as typeof WebSocket
}
