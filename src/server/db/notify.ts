import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/** Returns a channel name unchanged when it is a plain word: names cannot be parameters of LISTEN. */
export const channelName = (name: string): string => {
  if (!/^[a-z][a-z_]{0,50}$/.test(name)) throw new TypeError(`Not a channel name: ${name}`)
  return name
}

/** Sends `payload` (at most 7,900 bytes) on `channel` when the transaction commits, to every server process. */
export const notify = async (tx: Tx, channel: string, payload: string): Promise<void> => {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`)
}
