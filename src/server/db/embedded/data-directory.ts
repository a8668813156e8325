import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** All paths of the embedded database, below DATA_DIR. */
export const dataDirectoryPaths = (dataDir: string) => ({
  lock: join(dataDir, 'server.lock'),
  database: join(dataDir, 'database'),
  unfinished: join(dataDir, 'database.tmp'),
  backups: join(dataDir, 'backups'),
})

/** PostgreSQL version of the shipped PGlite. Moving from another version needs a dump and a load. */
const embeddedVersion = '18'

/** Throws unless `directory` is absent or holds a database of the shipped version. It changes nothing. */
export const assertOpenable = (directory: string): void => {
  if (!existsSync(directory)) return
  const versionFile = join(directory, 'PG_VERSION')
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'none'
  if (version === embeddedVersion) return
  throw new Error(
    `${directory} holds database version ${version}, this build needs ${embeddedVersion}. Nothing was changed. ` +
      'Start the release that wrote it, make a backup there, and restore that backup with this release.',
  )
}

/** Writes one file or directory to the disk. */
export const fsyncPath = (path: string): void => {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes a whole directory tree to the disk, children first. */
export const fsyncTree = (directory: string): void => {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    else fsyncPath(path)
  }
  fsyncPath(directory)
}
