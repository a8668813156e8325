import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Migration } from '../migration-files.ts'
import { connectPatiently, type Patience, usualPatience } from './connect-patiently.ts'
import { migratePostgres } from './migrate-postgres.ts'

export interface SetUpNames {
  readonly database: string
  /** The login that owns the schema, and the server's own, which owns nothing. */
  readonly owner: string
  readonly server: string
}

/** Passwords that are given; a missing one is made. */
export interface SetUpPasswords {
  readonly owner?: string | undefined
  readonly server?: string | undefined
}

export interface SetUpUrls {
  readonly ownerUrl: string
  readonly serverUrl: string
}

const urlOf = (adminUrl: string, database: string, login: string, password: string): string => {
  const url = new URL(adminUrl)
  url.username = encodeURIComponent(login)
  url.password = encodeURIComponent(password)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Makes a login, or gives an existing one the password. The rights of an existing one are made those that it needs. */
const makeLogin = async (admin: pg.Client, name: string, rights: string, password: string): Promise<void> => {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await admin.query(`${verb} role ${pg.escapeIdentifier(name)} login ${rights} password ${pg.escapeLiteral(password)}`)
}

const makeDatabase = async (admin: pg.Client, { database, owner }: SetUpNames): Promise<void> => {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
  if (rowCount !== 0) return
  // Who is not a superuser may give a database only to a role that he is a member of.
  const { rows } = await admin.query('select rolsuper from pg_roles where rolname = current_user')
  if (!rows[0]?.rolsuper) await admin.query(`grant ${pg.escapeIdentifier(owner)} to current_user`)
  await admin.query(`create database ${pg.escapeIdentifier(database)} owner ${pg.escapeIdentifier(owner)}`)
}

/**
 * Prepares a PostgreSQL for the product: the two logins, the database, and the schema, as whatever login may create roles and
 * databases. May be run again: it sets the passwords, and brings the schema up to date. Throws a sentence for people.
 */
export const setUpPostgres = async (
  adminUrl: string,
  names: SetUpNames,
  given: SetUpPasswords,
  migrations: readonly Migration[],
  patience: Patience = usualPatience,
): Promise<SetUpUrls> => {
  if (names.owner === names.server) throw new Error('The owner and the server need two different logins.')
  const made = () => randomBytes(24).toString('base64url')
  const passwords = { owner: given.owner ?? made(), server: given.server ?? made() }
  const admin = await connectPatiently(
    'ADMIN_DATABASE_URL',
    { connectionString: adminUrl, connectionTimeoutMillis: 10_000 },
    patience,
  )
  try {
    await makeLogin(admin, names.owner, 'createrole', passwords.owner)
    await makeLogin(admin, names.server, 'noinherit', passwords.server)
    await makeDatabase(admin, names)
  } finally {
    await admin.end().catch(() => undefined)
  }
  const ownerUrl = urlOf(adminUrl, names.database, names.owner, passwords.owner)
  const serverUrl = urlOf(adminUrl, names.database, names.server, passwords.server)
  await migratePostgres(ownerUrl, serverUrl, migrations, patience)
  return { ownerUrl, serverUrl }
}
