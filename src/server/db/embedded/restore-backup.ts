import { existsSync, renameSync } from 'node:fs'
import { dataDirectoryPaths } from './data-directory.ts'
import { lockDataDirectory } from './directory-lock.ts'
import { WorkerThread } from './worker-thread.ts'

const closeLimitMs = 60_000

/**
 * Puts a backup in the place of the embedded database, with no server running. The database it replaces is kept
 * beside it, and comes back when the backup cannot be loaded. Returns where the replaced one is, or null.
 */
export const restoreBackup = async (dataDir: string, archive: string): Promise<string | null> => {
  if (!existsSync(archive)) throw new Error(`There is no backup ${archive}`)
  const unlock = lockDataDirectory(dataDir)
  const { database, unfinished } = dataDirectoryPaths(dataDir)
  const replaced = existsSync(database) ? `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}` : null
  try {
    if (replaced) renameSync(database, replaced)
    const thread = await WorkerThread.open({ directory: database, unfinished, role: null, archive }, () => undefined)
    await thread.run({ kind: 'close' }, closeLimitMs)
    await thread.terminate()
    return replaced
  } catch (error) {
    if (replaced && !existsSync(database)) renameSync(replaced, database)
    throw error
  } finally {
    unlock()
  }
}
