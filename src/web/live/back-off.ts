/** 1, 2, 4, 8, 16 s, then polling every 30 s (specification 4.8), each up to a fifth longer so that not all come at once. */
export const pollingMs = 30_000
const maxAttempts = 5

/** Milliseconds before the given attempt (0 = the first); null when it is time to poll instead. */
export const reconnectDelayMs = (attempt: number, random: () => number = Math.random): number | null =>
  attempt < maxAttempts ? 1_000 * 2 ** attempt * (1 + random() * 0.2) : null
