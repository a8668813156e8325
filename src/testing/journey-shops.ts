import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newServices } from '#server/context.ts'
import { readMigrations } from '#server/db/migration-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { copyDatabaseInto, testFolder } from './data-folder.ts'
import {
  createPostgresDatabase,
  inDatabase,
  postgresServer,
  postgresTemplate,
  stopPostgresServer,
} from './postgres-databases.ts'

/** The databases of the shops used in journeys. Each begins as a copy of one with the demo organizations. */
export interface JourneyShops {
  /** Gives the nth shop a new database. The previous one must not be in use. */
  readonly begin: (shop: number) => Promise<void>
  /** Settings with which a server finds the database of the nth shop. */
  readonly settingsOf: (shop: number) => Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/**
 * Fills a database with the demo organizations. Their users get separate addresses (`sign-in-as.ts`), because demo
 * accounts, whose password is public, are refused on PostgreSQL.
 */
const fill = async (env: Parameters<typeof openDatabase>[0]): Promise<void> => {
  const db = await openDatabase(env)
  try {
    await seedDemo(newServices({ db, now: () => new Date() }))
    await db.withSystem((tx) =>
      tx.execute(sql`update users set email = replace(email, '@example.com', '@example.org')`),
    )
  } finally {
    await db.close()
  }
}

const onPostgres = async (): Promise<JourneyShops> => {
  const template = await postgresTemplate('journeys', readMigrations())
  const { serverUrl } = await postgresServer()
  await fill({ DATABASE_URL: inDatabase(serverUrl, template), MIGRATION_DATABASE_URL: undefined, DATA_DIR: null })
  const databases = new Map<number, Awaited<ReturnType<typeof createPostgresDatabase>>>()
  return {
    begin: async (shop) => {
      await databases.get(shop)?.drop()
      databases.set(shop, await createPostgresDatabase(template))
    },
    settingsOf: (shop) => ({ DATABASE_URL: databases.get(shop)?.serverUrl ?? '' }),
    close: stopPostgresServer,
  }
}

/** Shops on the embedded database. */
export const embeddedShops = async (): Promise<JourneyShops> => {
  const folder = testFolder('scheduler-journeys-')
  const untouched = join(folder, 'untouched')
  const folderOf = (shop: number): string => join(folder, String(shop))
  await copyDatabaseInto(untouched)
  await fill({ DATABASE_URL: undefined, MIGRATION_DATABASE_URL: undefined, DATA_DIR: untouched })
  return {
    begin: async (shop) => {
      rmSync(folderOf(shop), { recursive: true, force: true })
      cpSync(untouched, folderOf(shop), { recursive: true })
    },
    settingsOf: (shop) => ({ DATABASE_URL: '', DATA_DIR: folderOf(shop) }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Shops on the embedded database, or with `E2E_DATABASE=postgres` on a private PostgreSQL server. */
export const openJourneyShops = (): Promise<JourneyShops> =>
  process.env.E2E_DATABASE === 'postgres' ? onPostgres() : embeddedShops()
