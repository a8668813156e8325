/**
 * Starts the built product on a fresh embedded database with the demo organisations, for the journeys.
 * `--big`: with a shop of 20,000 operations beside them. `--servers 2`: so many of them, alike, each with a database of
 * its own, on PORT and the ports after it; PORT answers last.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const { values: wanted } = parseArgs({ options: { big: { type: 'boolean' }, servers: { type: 'string' } } })
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'scheduler-journeys-'))
const firstPort = Number(process.env.PORT)
const optionsFor = (number: number) =>
  ({
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(firstPort + number),
      DATA_DIR: join(folder, String(number)),
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
    },
  }) as const

// So big that a run can be cancelled on its way.
if (wanted.big) {
  const size = ['--projects', '1000', '--operations', '20', '--tenant', 'Big Shop']
  execFileSync(process.execPath, [join(root, 'src/server/cli/seed.ts'), ...size], optionsFor(0))
}
const numbers = Array.from({ length: Number(wanted.servers ?? 1) }, (_, number) => number)
if (wanted.big)
  for (const number of numbers.slice(1)) cpSync(join(folder, '0'), join(folder, String(number)), { recursive: true })

const servers: ChildProcess[] = []
const stopAll = (signal: NodeJS.Signals): void => {
  for (const server of servers) server.kill(signal)
}
let ended = 0
const start = (number: number): void => {
  const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], optionsFor(number))
  servers.push(server)
  server.on('exit', (code) => {
    ended += 1
    process.exitCode ||= code ?? 1
    stopAll('SIGTERM')
    if (ended < servers.length) return
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  })
}
const isReady = (number: number): Promise<boolean> =>
  fetch(`http://localhost:${firstPort + number}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopAll(signal))
// Whoever waits for the first one waits for all.
for (const number of numbers.slice(1)) start(number)
for (const number of numbers.slice(1)) while (!(await isReady(number))) await setTimeout(100)
start(0)
