import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { newServices } from '#server/context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { buildUser } from '../builders/build-user.ts'
import { runTestShop } from '../run-test-shop.ts'
import { envOfChildren } from '../test-clock.ts'

const main = join(import.meta.dirname, '../../server/main.ts')

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** One request on its own connection; status 0 = no complete answer. */
export const ask = (
  port: number,
  method: string,
  path: string,
  who: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> =>
  new Promise((resolve) => {
    const origin = `http://127.0.0.1:${port}`
    const headers = { origin, ...who, 'x-requested-with': 'loop', 'content-type': 'application/json' }
    const sent = request({ port, method, host: '127.0.0.1', path: `/api${path}`, agent: false, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.once('close', () =>
        resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, headers: answer.headers, body: text }),
      )
    })
    sent.once('error', () => resolve({ status: 0, headers: {}, body: '' }))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

export interface StartedProduct {
  readonly child: ChildProcess
  readonly port: number
  /** Output so far. */
  readonly text: () => string
}

/** Starts the product's server on a free port in a separate process. */
export const startProduct = async (settings: Readonly<Record<string, string>>): Promise<StartedProduct> => {
  const env = { PATH: process.env.PATH, ...envOfChildren, PORT: '0', LOG_LEVEL: 'error', ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const ready = Promise.withResolvers<number>()
  const hear = (chunk: Buffer) => {
    text += chunk
    const port = /Ready: \S+:(\d+)/.exec(text)?.[1]
    if (port) ready.resolve(Number(port))
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.once('exit', (code) => ready.reject(new Error(`Ended with ${code}: ${text}`)))
  return { child, port: await ready.promise, text: () => text }
}

/** Fills a database with a shop of `projects` small projects; returns the headers of a signed-in user. */
export const buildShop = async (
  settings: Readonly<Record<string, string>>,
  projects: number,
): Promise<{ readonly cookie: string }> => {
  const db = await openDatabase({ DATA_DIR: null, ...settings })
  const app = newServices({ db, now: () => new Date() })
  const { tenantId } = await runTestShop(app, { projects, operations: 5 })
  const { sessionSecret } = await buildUser(app, { memberOf: [{ tenantId }] })
  await db.close()
  return { cookie: `__Host-sid=${sessionSecret}` }
}
