/**
 * `npm run db:setup`: makes the two logins, the database and the schema on a PostgreSQL, and prints the two addresses. With
 * OWNER_PASSWORD and SERVER_PASSWORD it sets these passwords and prints none.
 */
import { parseArgs } from 'node:util'
import { readMigrations } from '../db/migration-files.ts'
import { setUpPostgres } from '../db/postgres/set-up-postgres.ts'
import { readSetupEnv } from '../env.ts'

const { values: names } = parseArgs({
  options: {
    database: { type: 'string', default: 'scheduler' },
    owner: { type: 'string', default: 'scheduler_owner' },
    server: { type: 'string', default: 'scheduler_server' },
  },
})

try {
  const { ADMIN_DATABASE_URL, OWNER_PASSWORD, SERVER_PASSWORD } = readSetupEnv()
  if (!ADMIN_DATABASE_URL)
    throw new Error(
      'Set ADMIN_DATABASE_URL to a login that may create roles and databases, such as postgres://postgres:...@host/postgres.',
    )
  const given = { owner: OWNER_PASSWORD, server: SERVER_PASSWORD }
  const { ownerUrl, serverUrl } = await setUpPostgres(ADMIN_DATABASE_URL, names, given, readMigrations())
  console.log(`The database "${names.database}" is ready.`)
  if (!OWNER_PASSWORD) console.log(`MIGRATION_DATABASE_URL=${ownerUrl}`)
  if (!SERVER_PASSWORD) console.log(`DATABASE_URL=${serverUrl}`)
  if (!OWNER_PASSWORD || !SERVER_PASSWORD) console.log('Keep these addresses safe: the passwords are shown only now.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
