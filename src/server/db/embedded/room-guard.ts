import { statfsSync } from 'node:fs'

/** Three segments of the database's log. When the log itself cannot grow the database stops, and reading with it. */
const reservedBytes = 48 * 1024 * 1024
const askEveryMs = 1_000

/** Knows whether the disk of the database has room for more changes, asking it at most once a second. */
export class RoomGuard {
  readonly #freeBytes: () => number
  #askedAtMs = Number.NEGATIVE_INFINITY
  #hasRoom = true

  constructor(directory: string, freeBytes = () => freeBytesOf(directory)) {
    this.#freeBytes = freeBytes
  }

  hasRoom(nowMs = performance.now()): boolean {
    if (nowMs - this.#askedAtMs >= askEveryMs) {
      this.#askedAtMs = nowMs
      this.#hasRoom = this.#freeBytes() >= reservedBytes
    }
    return this.#hasRoom
  }
}

const freeBytesOf = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
