import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  readonly tag: string
  readonly sql: string
  /** Hash of the text: an applied migration must not be edited. */
  readonly hash: string
}

const migrationsFolder = join(import.meta.dirname, 'migrations')

/** The migrations that drizzle-kit generated, in order. */
export const readMigrations = (folder = migrationsFolder): readonly Migration[] => {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return { tag, sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}
