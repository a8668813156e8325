import { statfsSync } from 'node:fs'
import { DatabaseFault } from '../database-fault.ts'

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

const fullDiskCode = 'ENOSPC'

/** What went wrong on a disk without room, told apart from a damaged database. */
export const fullDisk = (cause: unknown): DatabaseFault =>
  Object.assign(new DatabaseFault(fullDiskCode, 'The disk is full'), { cause })

/** True when nothing is wrong but the room on the disk; PostgreSQL's own code comes from a statement. */
export const isFullDisk = (error: unknown): boolean =>
  [fullDiskCode, 'EDQUOT', '53100'].includes((error as { code?: string }).code ?? '')

/** What to do about it; no backup is needed. */
export const fullDiskAdvice = (directory: string): string =>
  `The disk that holds ${directory} is full. Free some room (${reservedBytes / 1024 / 1024} MB at least), then try again. ` +
  'A full disk damages nothing: no backup is needed.'
