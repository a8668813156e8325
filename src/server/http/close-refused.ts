import type { Duplex } from 'node:stream'

/** Time for a caller to receive the refusal and close, in ms. */
const graceMs = 1_000

/** Sends a refusal as the last data on a connection, and closes it soon after, whatever the other side does. */
export const closeRefused = (socket: Duplex, answer: string): void => {
  const giveUp = setTimeout(() => socket.destroy(), graceMs).unref()
  socket.once('close', () => clearTimeout(giveUp))
  // Incoming data is discarded: if it stayed unread, the refusal itself could get lost.
  socket.resume()
  socket.end(answer)
}
