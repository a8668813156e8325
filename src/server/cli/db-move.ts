/** `npm run db:move`: moves everything from the embedded database in DATA_DIR to PostgreSQL, and compares each row. */
import { readMigrations } from '../db/migration-files.ts'
import { moveToPostgres } from '../db/move-to-postgres.ts'
import { readEnv } from '../env.ts'

try {
  const { DATA_DIR, DATABASE_URL, MIGRATION_DATABASE_URL } = readEnv()
  if (!DATABASE_URL || !MIGRATION_DATABASE_URL) {
    throw new Error(
      'Set DATA_DIR to the folder of the embedded database, MIGRATION_DATABASE_URL to the owner of the one on PostgreSQL, and DATABASE_URL to the login of the server.',
    )
  }
  const urls = { ownerUrl: MIGRATION_DATABASE_URL, serverUrl: DATABASE_URL }
  const counts = [...(await moveToPostgres(DATA_DIR, urls, readMigrations()))].filter(([, count]) => count > 0)
  for (const [table, count] of counts) console.log(`${count.toLocaleString('en-US').padStart(12)}  ${table}`)
  const rows = counts.reduce((sum, [, count]) => sum + count, 0)
  console.log(
    `Moved ${rows.toLocaleString('en-US')} rows, each compared. Start the server with DATABASE_URL; ${DATA_DIR} is no longer used, and stays as it was.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
