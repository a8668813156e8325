import pg from 'pg'

type UrlVariable = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'ADMIN_DATABASE_URL'

/** How long a start waits for a database that is not up yet, and where it reports the wait. */
export interface Patience {
  readonly waitAtMostMs: number
  readonly report: (line: string) => void
}

export const usualPatience: Patience = { waitAtMostMs: 60_000, report: (line) => console.error(line) }

const tryEveryMs = 1_000

/** Errors that end when the database, or the network in front of it, has come up. */
const passing: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the connection is cut',
  ETIMEDOUT: 'nothing answers there',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host is not known',
  '53300': 'it has too many connections already',
  '57P03': 'it is starting up or shutting down',
}

interface Refusal {
  readonly why: string
  readonly passes: boolean
}

/** Says in plain words why a connection failed, without the password. */
const refusalOf = (error: unknown, { user, database }: pg.Client): Refusal => {
  const { code = '', message } = error as NodeJS.ErrnoException
  const transient = passing[code]
  if (transient) return { why: transient, passes: true }
  if (/timeout expired/.test(message)) return { why: 'nothing answers there', passes: true }
  if (/connection terminated/i.test(message)) return { why: 'the connection is cut', passes: true }
  const final = (why: string): Refusal => ({ why, passes: false })
  if (code === '28P01') return final(`the password of "${user}" is wrong, or there is no such role`)
  if (/password must be a (non-empty )?string|empty password/i.test(message))
    return final(`"${user}" needs a password, and the address holds none`)
  if (code === '3D000') return final(`there is no database "${database}"`)
  return final(message)
}

/**
 * Connects, and waits for a database that is not up yet. Throws a sentence for people: at once when waiting cannot help,
 * such as for a wrong password.
 */
export const connectPatiently = async (
  variable: UrlVariable,
  options: pg.ClientConfig,
  { waitAtMostMs, report }: Patience,
): Promise<pg.Client> => {
  const deadlineMs = performance.now() + waitAtMostMs
  let reported = ''
  for (;;) {
    const client = new pg.Client(options)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      const address = `PostgreSQL at ${client.host}:${client.port} (${variable})`
      const { why, passes } = refusalOf(error, client)
      if (!passes) throw new Error(`${address} refuses the connection: ${why}.`, { cause: error })
      const seconds = Math.round(waitAtMostMs / 1_000)
      if (performance.now() + tryEveryMs > deadlineMs)
        throw new Error(`${address} could not be reached within ${seconds} seconds: ${why}.`, { cause: error })
      if (why !== reported) report(`Waiting up to ${seconds} seconds for ${address}: ${why}.`)
      reported = why
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
    }
  }
}
