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

/** The databases of the shops in which journeys take place. Each begins as a copy of one with the demo organizations. */
export interface JourneyShops {
  /** Gives the nth shop a fresh database. Nothing may use the one before any more. */
  readonly begin: (shop: number) => Promise<void>
  /** How a server of the product is told where the database of the nth shop is. */
  readonly settingsOf: (shop: number) => Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/**
 * Fills a database with the demo organizations. Its people get addresses of their own (`sign-in-as.ts`), because the demo accounts are
 * refused on PostgreSQL: their password is public.
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
