import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dataDirectoryPaths } from './data-directory.ts'

/**
 * Takes the data directory for this process, at once or not at all. The operating system holds the lock, so it is
 * free the moment the process dies, however it dies. Returns the release; throws when another process has it.
 */
export const lockDataDirectory = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(dataDirectoryPaths(dataDir).lock, { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    file.close()
    throw new Error(
      `Another server is already using ${dataDir}. Stop it first, or give this one its own DATA_DIR. Nothing was changed.`,
      { cause },
    )
  }
  return () => file.close()
}
