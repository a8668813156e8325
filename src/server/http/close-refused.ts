import type { Duplex } from 'node:stream'

/** How long a caller has to take the refusal and close, in ms. */
const graceMs = 1_000

/** Sends a refusal as the last words on a connection, and closes it for good soon after, whatever the other side does. */
export const closeRefused = (socket: Duplex, answer: string): void => {
  const giveUp = setTimeout(() => socket.destroy(), graceMs).unref()
  socket.once('close', () => clearTimeout(giveUp))
  // What still comes in is thrown away: left unread, it would make the refusal itself get lost.
  socket.resume()
  socket.end(answer)
}
