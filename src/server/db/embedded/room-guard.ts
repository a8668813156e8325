import { statfsSync } from 'node:fs'
import { DatabaseFault } from '../database-fault.ts'

/** Three segments of the database's log. When the log cannot grow, the database stops, and reads stop with it. */
const reservedBytes = 48 * 1024 * 1024
const askEveryMs = 1_000

/** Tells whether the disk of the database has room for more changes. It checks the disk at most once a second. */
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

const fullDiskCode = 'ENOSPC'

/** The error for a full disk, so that it is not mistaken for a damaged database. */
export const fullDisk = (cause: unknown): DatabaseFault =>
  Object.assign(new DatabaseFault(fullDiskCode, 'The disk is full'), { cause })

/** True when the only problem is a full disk. PostgreSQL's own code comes from a statement. */
export const isFullDisk = (error: unknown): boolean =>
  [fullDiskCode, 'EDQUOT', '53100'].includes((error as { code?: string }).code ?? '')

/** Tells people what to do about a full disk. */
export const fullDiskAdvice = (directory: string): string =>
  `The disk that holds ${directory} is full. Free some room (${reservedBytes / 1024 / 1024} MB at least), then try again. ` +
  'A full disk damages nothing: no backup is needed.'
