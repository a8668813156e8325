import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/** Sends `payload` (at most 7,900 bytes) on `channel` when the transaction commits, to every server process. */
export const notify = async (tx: Tx, channel: string, payload: string): Promise<void> => {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}
