import pg from 'pg'
import type { SqlClient } from '../engine.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migration-files.ts'
import { systemRole, tenantRole } from '../row-level-security.ts'

const lockWaitMs = 120_000

/** Lets the server's login act as both roles, but only on purpose (SET ROLE): by itself it may see nothing. */
const admitLogin = async (owner: SqlClient, login: string): Promise<void> => {
  const { rows } = await owner.query(
    `select r.rolinherit as inherits, current_setting('server_version_num')::int as version,
      (select bool_and(pg_has_role(r.oid, g.oid, 'member')) from pg_roles g where g.rolname in ($2, $3)) as member
     from pg_roles r where r.rolname = $1`,
    [login, tenantRole, systemRole],
  )
  const role = rows[0] as { inherits: boolean; version: number; member: boolean } | undefined
  if (!role)
    throw new Error(`The role "${login}" of DATABASE_URL does not exist: create it first, with LOGIN and a password.`)
  const name = pg.escapeIdentifier(login)
  if (!role.member) {
    const onPurpose = role.version >= 160_000 ? ' with inherit false, set true' : ''
    await owner.query(`grant ${tenantRole}, ${systemRole} to ${name}${onPurpose}`)
  }
  if (role.inherits && role.version < 160_000) await owner.query(`alter role ${name} noinherit`)
}

/** Applies the migrations with the owner's login, and admits the server's. Several starters wait for each other. */
export const migratePostgres = async (
  migrationUrl: string,
  databaseUrl: string,
  known: readonly Migration[],
): Promise<void> => {
  const client = new pg.Client({
    connectionString: migrationUrl,
    application_name: 'scheduler-migrations',
    connectionTimeoutMillis: 10_000,
    lock_timeout: lockWaitMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const owner = client as SqlClient
    await migrate(owner, known)
    await admitLogin(owner, decodeURIComponent(new URL(databaseUrl).username))
  } finally {
    await client.end().catch(() => undefined)
  }
}
