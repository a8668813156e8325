/**
 * Serves a shop to each journey at work: the built product on an embedded database, with the demo organizations and one
 * of 20,000 operations, so big that a run can be cancelled on its way. `POST /n` gives the nth a fresh one, as if
 * nobody had been there before, and answers when it is ready. `POST /n/stop` ends its server, `POST /n/start` starts it
 * again on the same database.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { shopPort, shopsPort } from './ports.ts'
import { optionsFor, type Shop, startShop } from './start-shop.ts'

const folder = testFolder('scheduler-journeys-')
const untouched = join(folder, 'untouched')
const shops = new Map<number, Shop>()

const seed = join(import.meta.dirname, '../../src/server/cli/seed.ts')
const size = ['--projects', '1000', '--operations', '20', '--tenant', 'Big Shop']
await copyDatabaseInto(untouched)
execFileSync(process.execPath, [seed, ...size], optionsFor(shopsPort, untouched))

const folderOf = (number: number): string => join(folder, String(number))
const stop = async (number: number): Promise<void> => void (await shops.get(number)?.stop())
const start = async (number: number): Promise<void> =>
  void shops.set(number, await startShop(shopPort(number), folderOf(number)))

const renew = async (number: number): Promise<void> => {
  await stop(number)
  rmSync(folderOf(number), { recursive: true, force: true })
  cpSync(untouched, folderOf(number), { recursive: true })
  await start(number)
}
const actions: Record<string, (number: number) => Promise<void>> = { stop, start }

const control = createServer(({ method, url }, response) => {
  const end = (status: number, text = '') => response.writeHead(status).end(text)
  if (method !== 'POST') return end(200)
  const [, number, action = ''] = url?.split('/') ?? []
  const work = actions[action] ?? renew
  work(Number(number)).then(
    () => end(204),
    (error: unknown) => end(500, String(error)),
  )
})
control.listen(shopsPort)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    control.close()
    await Promise.all([...shops.keys()].map(stop))
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
}
