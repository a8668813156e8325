/**
 * `npm run torture -- --minutes N [--only NAME]`: hurts the product in every way there is a tool for, again and again until the time is
 * up: killed processes, cut power, full disks, stops under load, lost networks, concurrent writers, malformed input, and requests that
 * reach for other organizations; then holes planted in the code, each of which a test must notice. `npm test` holds short versions.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findPostgres, startPostgres } from '../start-postgres.ts'
import { plantHoles } from './planted-holes.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
})

interface Trial {
  readonly name: string
  readonly command: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

const tool = (file: string, rounds: number, ...more: readonly string[]): readonly string[] => [
  process.execPath,
  `src/testing/crash/${file}.ts`,
  '--rounds',
  String(rounds),
  ...more,
]
const tests = (...files: readonly string[]): readonly string[] => [
  'vitest',
  'run',
  '--project',
  'server',
  ...files.map((file) => `src/server/${file}.test.ts`),
]

const postgres = findPostgres() === null ? null : await startPostgres()
const onPostgres: Record<string, string> = postgres
  ? { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.serverUrl, TEST_MIGRATION_DATABASE_URL: postgres.ownerUrl }
  : {}

const many = {
  CROSS_TENANT_REQUESTS: '2000',
  FUZZ_CASES: '20000',
  LOST_UPDATE_EDITS: '2000',
  PROPERTY_RUNS: 'all',
  LIVE_CHANGES: '1000',
  ISOLATED_RUNS: '10',
  DATABASE_RESTARTS: '5',
  NOTIFICATION_EVENTS: '200',
}
const overHttp = tests(
  'http/cross-tenant',
  'http/malformed-input',
  'http/lost-updates',
  'http/mass-assignment',
  'http/role-matrix',
)
const connections = tests(
  'live/live-people',
  'live/live-socket',
  'http/plugins/slow-requests',
  'http/run-keyed',
  'jobs/scheduling-run',
)
const notes = ['vitest', 'run', '--project', 'screens', 'src/web/live/notification-chaos.test.tsx']

/** One round of everything. */
const trials: readonly Trial[] = [
  { name: 'kill the embedded database', command: tool('kill-loop', 20) },
  { name: 'kill the server in a run', command: tool('run-kill-loop', 10) },
  { name: 'cut the power of the embedded database', command: tool('power-loop', 4) },
  { name: 'fill the disk', command: tool('disk-full', 1) },
  { name: 'stop under load', command: tool('stop-loop', 5) },
  { name: 'attack over HTTP, embedded', command: overHttp, settings: many },
  { name: 'lose connections, embedded', command: connections, settings: many },
  { name: 'lose notifications, embedded', command: notes, settings: many },
  ...(postgres
    ? [
        { name: 'attack over HTTP, PostgreSQL', command: overHttp, settings: { ...many, ...onPostgres } },
        { name: 'lose connections, PostgreSQL', command: connections, settings: { ...many, ...onPostgres } },
        { name: 'lose notifications, PostgreSQL', command: notes, settings: { ...many, ...onPostgres } },
        { name: 'kill PostgreSQL', command: tool('kill-loop', 20, '--postgres') },
        { name: 'kill server and PostgreSQL in a run', command: tool('run-kill-loop', 4, '--postgres') },
        { name: 'cut the power of PostgreSQL', command: tool('power-loop', 4, '--postgres') },
        { name: 'stop under load, PostgreSQL', command: tool('stop-loop', 3, '--postgres') },
        { name: 'restart PostgreSQL under load', command: tool('restart-loop', 5) },
        {
          name: 'restart PostgreSQL',
          command: tests('db/postgres/postgres', 'jobs/run-crash'),
          settings: { ...many, ...onPostgres },
        },
      ]
    : []),
]

const run = ({ command, settings }: Trial): Promise<{ ok: boolean; said: string }> =>
  new Promise((resolve) => {
    const [name = '', ...args] = command
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...settings } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    }
    child.on('error', (error) => resolve({ ok: false, said: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, said }))
  })

const isWanted = (name: string): boolean => name.includes(values.only)
const endsAtMs = Date.now() + Number(values.minutes) * 60_000
let [passed, failed] = [0, 0]
const report = (name: string, ok: boolean, what: string): void => {
  if (ok) passed += 1
  else failed += 1
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${what}`)
}

if (isWanted('planted holes')) {
  for await (const { hole, isNoticed, why } of plantHoles()) report(`planted hole: ${hole}`, isNoticed, why)
}
for (let round = 1; Date.now() < endsAtMs; round += 1) {
  for (const trial of trials.filter(({ name }) => isWanted(name))) {
    if (Date.now() >= endsAtMs) break
    const startedMs = Date.now()
    const { ok, said } = await run(trial)
    const seconds = Math.round((Date.now() - startedMs) / 1_000)
    const last = said.trimEnd().split('\n').at(-1) ?? ''
    report(`round ${round}, ${trial.name}`, ok, `${seconds} s${/^[{S]/.test(last) ? ` ${last}` : ''}`)
    if (!ok) console.log(said)
  }
  if (!trials.some(({ name }) => isWanted(name))) break
}
await postgres?.stop()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
