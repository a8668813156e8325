import { existsSync, renameSync, rmSync } from 'node:fs'
import { dataDirectoryPaths } from './data-directory.ts'
import { lockDataDirectory } from './directory-lock.ts'
import { fullDiskAdvice, isFullDisk } from './room-guard.ts'
import { WorkerThread } from './worker-thread.ts'

const closeLimitMs = 60_000

const loadArchive = async (directory: string, unfinished: string, archive: string): Promise<void> => {
  const thread = await WorkerThread.open({ directory, unfinished, role: null, archive }, () => undefined)
  try {
    await thread.run({ kind: 'close' }, closeLimitMs)
  } finally {
    await thread.terminate()
  }
}

/** For archives that it cannot unpack, PGlite has no message or no useful one. */
const explained = (cause: unknown, dataDir: string, archive: string): Error => {
  if (isFullDisk(cause)) return new Error(fullDiskAdvice(dataDir), { cause })
  const { message, code } = cause as Error & { code?: string }
  if (code === 'timed_out')
    return new Error(`${archive} ${message}: the machine is busy. Nothing was changed: try again.`, { cause })
  const why = message === '' ? '' : ` (${message})`
  return new Error(
    `${archive} cannot be restored: the file is damaged, or is no backup of the embedded database${why}. ` +
      'Try another file of the backups folder. Nothing was changed.',
    { cause },
  )
}

/**
 * Replaces the embedded database with a backup while no server is running. The replaced database is kept beside it, and
 * is put back when the backup cannot be loaded. Returns its path, or null when there was none.
 */
export const restoreBackup = async (dataDir: string, archive: string): Promise<string | null> => {
  if (!existsSync(archive)) throw new Error(`There is no backup ${archive}`)
  const unlock = lockDataDirectory(dataDir)
  const { database, unfinished } = dataDirectoryPaths(dataDir)
  const replaced = existsSync(database) ? `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}` : null
  try {
    if (replaced) renameSync(database, replaced)
    try {
      await loadArchive(database, unfinished, archive)
    } catch (cause) {
      // The directory now holds what was unpacked from the archive.
      rmSync(database, { recursive: true, force: true })
      if (replaced) renameSync(replaced, database)
      throw explained(cause, dataDir, archive)
    }
    return replaced
  } finally {
    unlock()
  }
}
