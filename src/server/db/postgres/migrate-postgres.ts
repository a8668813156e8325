import pg from 'pg'
import { valueAt } from '#domain/value-at.ts'
import type { SqlClient } from '../engine.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migration-files.ts'
import { systemRole, tenantRole } from '../row-level-security.ts'
import { assertNotOwner } from './assert-login-role.ts'
import { connectPatiently, type Patience, usualPatience } from './connect-patiently.ts'

const lockWaitMs = 120_000

/** Error codes for the slower of two processes that change the same role or membership at once. */
const overtaken = ['23505', '42710', 'XX000']

/**
 * Lets the server's login act as both roles, but only with SET ROLE: the login itself can see nothing. Roles belong to
 * all databases of the server, which the lock of the migrations does not cover: the loser of a race tries again.
 */
const admitLogin = async (owner: SqlClient, login: string, tries = 5): Promise<void> => {
  try {
    await changeLogin(owner, login)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (tries === 0 || !overtaken.includes(code)) throw error
    await admitLogin(owner, login, tries - 1)
  }
}

const changeLogin = async (owner: SqlClient, login: string): Promise<void> => {
  const { rows } = await owner.query(
    `select r.rolinherit as inherits, current_setting('server_version_num')::int as version,
      (select bool_and(pg_has_role(r.oid, g.oid, 'member')) from pg_roles g where g.rolname in ($2, $3)) as member
     from pg_roles r where r.rolname = $1`,
    [login, tenantRole, systemRole],
  )
  const role = valueAt(rows as { inherits: boolean; version: number; member: boolean }[], 0)
  const name = pg.escapeIdentifier(login)
  if (!role.member) {
    const onPurpose = role.version >= 160_000 ? ' with inherit false, set true' : ''
    await owner.query(`grant ${tenantRole}, ${systemRole} to ${name}${onPurpose}`)
  }
  if (role.inherits && role.version < 160_000) await owner.query(`alter role ${name} noinherit`)
}

const deniedCode = '42501'

interface Rights {
  readonly login: string
  readonly database: string
  /** The owner of the database. */
  readonly holder: string
  readonly owns: boolean
  readonly makesRoles: boolean
}

/** What the role of the migrations may do in this database. */
const rightsOf = async (owner: SqlClient): Promise<Rights> => {
  const { rows } = await owner.query(
    `select session_user as login, d.datname as database, pg_get_userbyid(d.datdba) as holder,
      pg_has_role(session_user, d.datdba, 'usage') as owns, r.rolcreaterole or r.rolsuper as "makesRoles"
     from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = session_user`,
    [],
  )
  const all: Rights[] = rows
  return valueAt(all, 0)
}

/** Says in plain words why PostgreSQL denied a step of a migration, and what to do. Other errors stay as they are. */
const explained = async (owner: SqlClient, error: unknown, state: string): Promise<unknown> => {
  if (!(error instanceof Error && 'code' in error && error.code === deniedCode)) return error
  const { login, database, holder, owns, makesRoles } = await rightsOf(owner)
  const [role, name] = [pg.escapeIdentifier(login), pg.escapeIdentifier(database)]
  const problem = `"${login}", the login of MIGRATION_DATABASE_URL,`
  const cure = owns
    ? makesRoles
      ? `${problem} does not own all tables of the database "${database}". As a superuser: reassign owned by <their owner> to ${role}`
      : `${problem} may not create and grant roles. As a superuser: alter role ${role} createrole`
    : `${problem} does not own the database "${database}": "${holder}" does. As a superuser: alter database ${name} owner to ${role}`
  return new Error(`${cure}. Then run db:migrate again. ${state} (PostgreSQL said: ${error.message})`, {
    cause: error,
  })
}

/**
 * Checks the server's login before anything is changed, applies the migrations with the owner's login, and admits the
 * server's login. Several starting processes wait for each other.
 */
export const migratePostgres = async (
  migrationUrl: string,
  databaseUrl: string,
  known: readonly Migration[],
  patience: Patience = usualPatience,
): Promise<void> => {
  const options = {
    connectionString: migrationUrl,
    application_name: 'scheduler-migrations',
    connectionTimeoutMillis: 10_000,
    lock_timeout: lockWaitMs,
  }
  const client = await connectPatiently('MIGRATION_DATABASE_URL', options, patience)
  try {
    const owner = client as SqlClient
    const login = new pg.Client(databaseUrl).user ?? ''
    await assertNotOwner(owner, login)
    const explain = (state: string) => async (error: unknown) => {
      throw await explained(owner, error, state)
    }
    await migrate(owner, known).catch(explain('Nothing was changed.'))
    await admitLogin(owner, login).catch(explain('The schema is up to date.'))
  } finally {
    await client.end().catch(() => undefined)
  }
}
