import type { Client } from 'pg'
import type { Listener } from '../database.ts'
import { channelName } from '../notify.ts'

const firstRetryMs = 100
const longestRetryMs = 5_000
const heartbeatEveryMs = 15_000

/** A separate connection for LISTEN. It reconnects by itself, and then tells the listeners of the gap. */
export class PostgresListener {
  readonly #connect: () => Client
  readonly #listeners = new Map<string, Set<Listener>>()
  #client: Promise<Client> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #retryMs = firstRetryMs
  #retry: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #closed = false

  constructor(connect: () => Client) {
    this.#connect = connect
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const name = channelName(channel)
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    try {
      this.#client ??= this.#open()
      await this.#ask(await this.#client, `listen ${name}`)
    } catch (error) {
      listeners.delete(listener)
      throw error
    }
    return async () => void listeners.delete(listener)
  }

  /** Runs one statement after another, because node-postgres will remove its own queue. */
  #ask(client: Client, statement: string): Promise<unknown> {
    const asked = this.#last.then(() => client.query(statement))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  async #open(): Promise<Client> {
    const client = this.#connect()
    this.#last = Promise.resolve()
    client.on('error', () => undefined)
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    try {
      await client.connect()
      for (const name of this.#listeners.keys()) await this.#ask(client, `listen ${name}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      this.#client = undefined
      throw error
    }
    this.#retryMs = firstRetryMs
    // A query detects a connection that was lost without notice.
    this.#heartbeat = setInterval(() => {
      this.#ask(client, 'select 1').catch(() => client.end().catch(() => undefined))
    }, heartbeatEveryMs).unref()
    return client
  }

  #lost(client: Client): void {
    clearInterval(this.#heartbeat)
    client.removeAllListeners('notification')
    if (this.#closed) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#comeBack(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs)
  }

  #comeBack(): void {
    const opening = this.#open()
    this.#client = opening
    opening.then(
      () => {
        for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onGap?.()
      },
      // The `end` event of the failed client schedules the next attempt.
      () => undefined,
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }
}
