import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dataDirectoryPaths } from './data-directory.ts'
import { fullDiskAdvice, isFullDisk } from './room-guard.ts'

/** Primary result codes of SQLite: another process holds the lock; the disk is full. */
const [sqliteBusy, sqliteFull] = [5, 13]

const explained = (cause: unknown, dataDir: string): Error => {
  const { errcode = 0, message } = cause as Error & { errcode?: number }
  const code = errcode & 0xff
  const text =
    code === sqliteBusy
      ? `Another server is already using ${dataDir}. Stop it first, or give this one its own DATA_DIR. Nothing was changed.`
      : code === sqliteFull || isFullDisk(cause)
        ? fullDiskAdvice(dataDir)
        : `${dataDir} cannot be used: ${message}.`
  return new Error(text, { cause })
}

const openAlone = (path: string): DatabaseSync => {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * Locks the data directory for this process, or fails at once. The operating system holds the lock, so it is free as soon
 * as the process dies, for any reason. Returns the release; throws when another process holds the lock.
 */
export const lockDataDirectory = (dataDir: string): (() => void) => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const file = openAlone(dataDirectoryPaths(dataDir).lock)
    return () => file.close()
  } catch (cause) {
    throw explained(cause, dataDir)
  }
}
