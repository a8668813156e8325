import type { Client, PoolClient } from 'pg'

const checkEveryMs = 500
const suspectAfterMs = 2_000

/**
 * Distinguishes a slow statement from a server that vanished without closing its connections. When a statement has been
 * silent for two seconds, a new connection is tried. If that gets no answer, the silent connections are cut, so that
 * their callers get 503 within five seconds instead of waiting for the statement's own limit.
 */
export class OutageProbe {
  readonly #connect: () => Client
  readonly #silentSinceMs = new Map<PoolClient, number>()
  readonly #timer: NodeJS.Timeout
  #probing = false

  constructor(connect: () => Client) {
    this.#connect = connect
    this.#timer = setInterval(() => void this.#check(), checkEveryMs).unref()
  }

  /** Runs one statement of `client` under the watch of the probe. */
  async watch<T>(client: PoolClient, statement: () => Promise<T>): Promise<T> {
    this.#silentSinceMs.set(client, performance.now())
    try {
      return await statement()
    } finally {
      this.#silentSinceMs.delete(client)
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #suspects(): PoolClient[] {
    const before = performance.now() - suspectAfterMs
    return [...this.#silentSinceMs].filter(([, sinceMs]) => sinceMs < before).map(([client]) => client)
  }

  async #check(): Promise<void> {
    if (this.#probing || this.#suspects().length === 0) return
    this.#probing = true
    if (!(await this.#answers())) for (const client of this.#suspects()) cut(client)
    this.#probing = false
  }

  async #answers(): Promise<boolean> {
    const client = this.#connect()
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      // A refusal ("too many connections") is an answer too, and has an SQLSTATE.
      return /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
    } finally {
      void client.end().catch(() => undefined)
    }
  }
}

/** Ends the socket itself, because a normal end would wait for the silent server. */
const cut = (client: PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  connection.stream.destroy(new Error('Connection terminated: the database does not answer'))
}
