/**
 * Serves a shop to each parallel journey: the built product on a database with the demo organizations. `POST /n/fresh` gives the nth a new
 * one, and responds when it is ready. `POST /n/big` does the same, with another organization of 20,000 operations, large enough that a run
 * can be cancelled while it is in progress. `POST /n/stop` ends its server, `POST /n/start` starts it again on the same database, and `POST
 * /n/connect` starts it with a mail server, a webhook receiver and an identity provider, all in the process of the journey.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { oidcClientId, oidcSecret } from '#testing/identity-server.ts'
import { openJourneyShops } from '#testing/journey-shops.ts'
import { mailUrl } from '#testing/mail-server.ts'
import { hooksPort, identityPort, mailPort, shopPort, shopsPort } from './ports.ts'
import { Shop } from './start-shop.ts'

const shops = await openJourneyShops()
const processes = new Map<number, Shop>()
const shopOf = (number: number): Shop => {
  const shop = processes.get(number) ?? new Shop()
  processes.set(number, shop)
  return shop
}

const stop = (number: number): Promise<void> => shopOf(number).stop()
const start = (number: number, more: Readonly<Record<string, string>> = {}): Promise<void> =>
  shopOf(number).start(shopPort(number), { ...shops.settingsOf(number), ...more })
const connect = (number: number): Promise<void> =>
  start(number, {
    SMTP_URL: mailUrl(mailPort(number)),
    MAIL_FROM: 'Scheduler <plan@example.com>',
    PUBLIC_ORIGIN: `http://localhost:${shopPort(number)}`,
    WEBHOOK_ALLOWED_HOSTS: `http://localhost:${hooksPort(number)}`,
    OIDC_ISSUER: `http://127.0.0.1:${identityPort(number)}`,
    OIDC_CLIENT_ID: oidcClientId,
    OIDC_CLIENT_SECRET: oidcSecret,
    OIDC_BUTTON: 'Sign in with Example Identity',
  })

const begin = async (number: number): Promise<void> => {
  await stop(number)
  await shops.begin(number)
}
const addBigShop = async (number: number): Promise<void> => {
  const seed = join(import.meta.dirname, '../../src/server/cli/seed.ts')
  const size = ['--projects', '1000', '--operations', '20', '--tenant', 'Big Shop']
  const env = { ...process.env, ...shops.settingsOf(number) }
  const [code] = await once(spawn(process.execPath, [seed, ...size], { stdio: 'inherit', env }), 'exit')
  if (code !== 0) throw new Error(`Adding the big shop ended with code ${code}`)
}
const actions: Record<string, readonly ((number: number) => Promise<void>)[]> = {
  fresh: [begin, (number) => start(number)],
  big: [begin, addBigShop, (number) => start(number)],
  stop: [stop],
  start: [(number) => start(number)],
  connect: [connect],
}

const control = createServer(async ({ method, url }, response) => {
  const end = (status: number, text = '') => response.writeHead(status).end(text)
  if (method !== 'POST') return end(200)
  const [, number, action = ''] = url?.split('/') ?? []
  try {
    for (const step of actions[action] ?? []) await step(Number(number))
    end(204)
  } catch (error) {
    end(500, String(error))
  }
})
control.listen(shopsPort)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    control.close()
    await Promise.all([...processes.values()].map((shop) => shop.end()))
    await shops.close()
    process.exit()
  })
}
