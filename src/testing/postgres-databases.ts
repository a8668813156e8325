import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Migration } from '#server/db/migration-files.ts'
import { migratePostgres } from '#server/db/postgres/migrate-postgres.ts'
import { execute, type PostgresServer, startPostgres } from './start-postgres.ts'

let privateServer: Promise<PostgresServer> | undefined

/** The PostgreSQL server for this process's tests. */
export const postgresServer = async (): Promise<
  Pick<PostgresServer, 'ownerUrl' | 'serverUrl'> & { readonly socketFolder?: string }
> => {
  const {
    TEST_DATABASE_URL: serverUrl,
    TEST_MIGRATION_DATABASE_URL: ownerUrl,
    TEST_DATABASE_SOCKETS: socketFolder,
  } = process.env
  if (serverUrl && ownerUrl) return { serverUrl, ownerUrl, ...(socketFolder && { socketFolder }) }
  privateServer ??= startPostgres()
  return privateServer
}

/** Stops the private server, if one was started; for `afterAll`. */
export const stopPostgresServer = async (): Promise<void> => {
  await (await privateServer)?.stop()
  privateServer = undefined
}

/** The same URL with another database. */
export const inDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/** The same URL by the socket of the server, if the server is on this machine. */
export const bySocket = async (url: string): Promise<string> => {
  const { socketFolder } = await postgresServer()
  return socketFolder === undefined ? url : `${url}?host=${encodeURIComponent(socketFolder)}`
}

/** Creates a database on the server, empty or as a copy of `template`; returns its two URLs and a function to drop it. */
export const createPostgresDatabase = async (template = 'template1') => {
  const { ownerUrl, serverUrl } = await postgresServer()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(ownerUrl, `create database ${name} template ${template}`)
  return {
    ownerUrl: inDatabase(ownerUrl, name),
    serverUrl: inDatabase(serverUrl, name),
    drop: () => dropDatabase(ownerUrl, name),
  }
}

/** The migrated database that others are copied from. The first caller creates it under this name, and it remains on the server. */
export const postgresTemplate = async (name: string, migrations: readonly Migration[]): Promise<string> => {
  const { ownerUrl, serverUrl } = await postgresServer()
  const owner = new pg.Client(ownerUrl)
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      await owner.query(`create database ${name}`)
      await migratePostgres(inDatabase(ownerUrl, name), inDatabase(serverUrl, name), migrations)
    }
    return name
  } finally {
    await owner.end()
  }
}

/** The owner cannot drop a database with `force` while an autovacuum worker is active in it, which takes only a moment. */
const dropDatabase = async (ownerUrl: string, name: string, tries = 20): Promise<void> => {
  try {
    await execute(ownerUrl, `drop database ${name} with (force)`)
  } catch (error) {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    await dropDatabase(ownerUrl, name, tries - 1)
  }
}
