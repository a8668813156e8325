/** The clock of the operation that waits: the work that it could have done by an instant. */
interface WaitingClock {
  toWork(instant: number): number
}

/**
 * The rule of links: the work from which an operation may start after a predecessor that ends at `end`. `lag` is work of the waiting
 * operation's calendar, and `wait` is clock time. If the two overlap, `early` is the part of its own work that the operation may do before
 * the predecessor has ended, and `shareEnd` is when enough of the predecessor is done; otherwise `early` is 0.
 */
export const workAfter = (
  clock: WaitingClock,
  end: number,
  lag: number,
  wait: number,
  early: number,
  shareEnd: number,
): number => {
  const ended = clock.toWork(end + wait) + lag
  return early === 0 ? ended : Math.max(ended - early, clock.toWork(shareEnd + wait) + lag)
}
