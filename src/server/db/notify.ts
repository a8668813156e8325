import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/** Returns a channel name unchanged when it is a plain word: names cannot be parameters of LISTEN. */
export const channelName = (name: string): string => {
  if (!/^[a-z][a-z_]{0,50}$/.test(name)) throw new TypeError(`Not a channel name: ${name}`)
  return name
}

/** `payload`: at most 7,900 bytes. */
export interface Message {
  readonly channel: string
  readonly payload: string
}

/** Sends messages with one statement when the transaction commits, to every server process. */
export const notifyAll = async (tx: Tx, messages: readonly Message[]): Promise<void> => {
  if (messages.length === 0) return
  const calls = messages.map(({ channel, payload }) => sql`pg_notify(${channel}, ${payload})`)
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
}

export const notify = (tx: Tx, channel: string, payload: string): Promise<void> => notifyAll(tx, [{ channel, payload }])
