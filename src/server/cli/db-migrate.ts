/** `npm run db:migrate`: brings PostgreSQL up to date as its owner, so that the server needs only its own login. */
import { readMigrations } from '../db/migration-files.ts'
import { migratePostgres } from '../db/postgres/migrate-postgres.ts'
import { readEnv } from '../env.ts'

try {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = readEnv()
  if (!DATABASE_URL || !MIGRATION_DATABASE_URL) {
    throw new Error(
      'Set MIGRATION_DATABASE_URL to the owner of the database, and DATABASE_URL to the login of the server, whose password is not needed here.',
    )
  }
  const migrations = readMigrations()
  await migratePostgres(MIGRATION_DATABASE_URL, DATABASE_URL, migrations)
  console.log(`The schema is at "${migrations.at(-1)?.tag}". The server starts with DATABASE_URL alone.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
