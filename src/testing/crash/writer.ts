import { randomUUID } from 'node:crypto'
import { count, sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open-database.ts'
import { tenants } from '#server/db/tables/tenants.table.ts'

/**
 * The process that the crash tests kill: it opens the database in its settings, prints its number of rows, then writes
 * rows and prints each number after its commit was acknowledged. With `load` it ends before opening the database.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const [, , mode] = process.argv
  if (mode === 'load') process.exit(0)
  const { DATA_DIR = '', DATABASE_URL, MIGRATION_DATABASE_URL } = process.env
  const db = await openDatabase({ DATA_DIR, DATABASE_URL, MIGRATION_DATABASE_URL })
  const [present] = await db.withSystem((tx) =>
    tx.select({ rows: count(), highest: sql<number>`coalesce(max(${tenants.weekStartsOn}), 0)` }).from(tenants),
  )
  say(`opened ${present?.rows} ${present?.highest}`)
  if (mode === 'hold') setInterval(() => undefined, 60_000)
  else if (mode === 'count') await db.close()
  else {
    for (let number = Number(present?.highest) + 1; ; number += 1) {
      const row = { tenantId: randomUUID(), name: 'x'.repeat(200), weekStartsOn: number }
      await db.withSystem((tx) => tx.insert(tenants).values(row))
      say(`acknowledged ${number}`)
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
