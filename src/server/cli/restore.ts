/** `npm run restore -- FILE`: replaces the embedded database with a backup; the server must be stopped. */
import { restoreBackup } from '../db/embedded/restore-backup.ts'
import { readEnv } from '../env.ts'

const [archive] = process.argv.slice(2)

try {
  const { DATA_DIR, DATABASE_URL } = readEnv()
  if (DATABASE_URL) throw new Error('DATABASE_URL is set: restore PostgreSQL with its own tools (pg_restore).')
  if (!archive) throw new Error('Which backup? npm run restore -- .data/backups/FILE.tar.gz')
  const replaced = await restoreBackup(DATA_DIR, archive)
  console.log(`Restored ${archive}.${replaced === null ? '' : ` The database it replaced is kept as ${replaced}.`}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
