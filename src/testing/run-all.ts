/**
 * `npm test` (what a change needs), and `npm run test:all` (that, then everything else). The build, types and lint run
 * first. Two rows of steps then run side by side, because most steps leave the processor idle much of the time: the
 * tests that need no other process, and the journeys with the tests of the server. Both rows take about the same time.
 * Every step runs even if another one has failed. The last line is machine-readable and counts the tests (types and
 * lint count as one each).
 *
 * Tests declare where they belong: `// @module-tag` in the first line of a file or `tags` of a test (see
 * `vite.config.ts`), and `@promise` on a journey.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { prepareMachine } from './prepare-machine.ts'
import { findPostgres, startPostgres } from './start-postgres.ts'

interface Outcome {
  readonly step: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The failed tests with their first error, repeated at the end because a long output scrolls away. */
  readonly failures: readonly string[]
  /** The same for tests that passed only on the second try. */
  readonly secondTries: readonly string[]
  readonly seconds: number
}
type Counts = Omit<Outcome, 'step' | 'seconds'>

interface VitestResult {
  readonly fullName: string
  readonly status: string
  /** The errors of all tries. */
  readonly failureMessages: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly VitestResult[]
  }[]
}

interface JourneyTest {
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  readonly results: readonly { readonly error?: { readonly message?: string } }[]
}

interface JourneySuite {
  readonly specs: readonly { readonly title: string; readonly file: string; readonly tests: readonly JourneyTest[] }[]
  readonly suites?: readonly JourneySuite[]
}

interface JourneysReport {
  readonly stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  readonly suites: readonly JourneySuite[]
}

const specsOf = (suites: readonly JourneySuite[]): JourneySuite['specs'] =>
  suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])

/** The name of a test with the first lines of its error. */
const withError = (title: string, error = ''): string =>
  [title, ...stripVTControlCharacters(error).split('\n').slice(0, 4)].join('\n    ')

const reports = '.cache/test'

/** The output goes through pipes, because two commands in one terminal would overwrite each other's lines. */
const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    child.stdout.pipe(process.stdout, { end: false })
    child.stderr.pipe(process.stderr, { end: false })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

const timed = async (step: string, work: () => Promise<Counts>): Promise<Outcome> => {
  console.log(`\n── ${step}`)
  const startedMs = Date.now()
  const counts = await work()
  return { step, ...counts, seconds: Math.round((Date.now() - startedMs) / 1000) }
}

const command = (step: string, name: string, args: readonly string[]): Promise<Outcome> =>
  timed(step, async () => {
    const ok = await run(name, args)
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: [], secondTries: [] }
  })

const vitest = (
  step: string,
  project: string,
  { tags, env }: { readonly tags?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> =>
  timed(step, async () => {
    const file = `${reports}/${step.replaceAll(/\W+/g, '-')}.json`
    const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const chosen = tags === undefined ? [] : [`--tags-filter=${tags}`]
    const ok = await run('vitest', ['run', '--project', project, ...report, ...chosen], env)
    return count(ok, () => {
      const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
      const tests = report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ status, fullName, failureMessages: [error] }) => ({
          status,
          error,
          title: withError(`${relative('.', name)} > ${fullName}`, error),
        })),
      )
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
        failures: tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
        secondTries: tests.filter(({ status, error }) => status === 'passed' && error).map(({ title }) => title),
      }
    })
  })

const journeys = (step: string, ...chosen: readonly string[]): Promise<Outcome> =>
  timed(step, async () => {
    const file = `${reports}/${step.replaceAll(/\W+/g, '-')}.json`
    const ok = await run('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...chosen], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    })
    return count(ok, () => {
      const { stats, suites }: JourneysReport = JSON.parse(readFileSync(file, 'utf8'))
      const named = (wanted: JourneyTest['status']) =>
        specsOf(suites).flatMap(({ file, title, tests }) =>
          tests
            .filter(({ status }) => status === wanted)
            .map(({ results }) => withError(`${file} > ${title}`, results[0]?.error?.message)),
        )
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
        failures: named('unexpected'),
        secondTries: named('flaky'),
      }
    })
  })

/** A step that failed without a failed test (it crashed or ran no test) counts as one failure. */
const count = (ok: boolean, read: () => Counts): Counts => {
  try {
    const counts = read()
    const silent = (!ok && counts.failed === 0) || counts.passed + counts.failed === 0
    return silent ? { ...counts, failed: counts.failed + 1 } : counts
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [], secondTries: [] }
  }
}

// For the test runners; processes started by tests get it together with the clock.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compile')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await prepareMachine()

// One server for all following steps, on which tests create their own databases. Tests that need it fail if it does not start.
const postgres = findPostgres() && (await startPostgres().catch((error: unknown) => void console.error(error)))
const onIt: Record<string, string> = postgres
  ? {
      TEST_DATABASE_URL: postgres.serverUrl,
      TEST_MIGRATION_DATABASE_URL: postgres.ownerUrl,
      TEST_DATABASE_SOCKETS: postgres.socketFolder,
    }
  : {}
const onPostgres = { ...onIt, TEST_DATABASE: 'postgres' }
if (!postgres) console.log('\n── server on PostgreSQL: SKIPPED, no PostgreSQL server on this machine')

const inTurn = async (...steps: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> => {
  const ended: Outcome[] = []
  for (const step of steps) ended.push(await step())
  return ended
}

const isWhole = process.argv[2] === 'all'
/** Runs of `npm test` for a change try every property a tenth as often. */
const allCases = { PROPERTY_RUNS: 'all' }

const forChange = async (): Promise<Outcome[]> => {
  const checks = await Promise.all([
    command('build', 'vite', ['build']),
    command('types', 'tsc', ['-b']),
    command('lint', 'biome', ['ci', '--error-on-warnings']),
  ])
  const server = () =>
    postgres
      ? vitest('server on PostgreSQL', 'server', { tags: '!rest', env: onPostgres })
      : vitest('server on PGlite', 'server', { tags: '!rest' })
  // The rest would try the same tests again with more random cases, so a whole run tries all cases here.
  const unit = () =>
    isWhole ? vitest('unit, all of it', 'unit', { env: allCases }) : vitest('unit', 'unit', { tags: '!rest' })
  const rows = await Promise.all([
    inTurn(unit, () => vitest('screens', 'screens', { tags: '!rest' })),
    inTurn(() => journeys('journeys', '--grep', '@promise'), server),
  ])
  return [...checks, ...rows.flat()]
}

const theRest = async (): Promise<Outcome[]> => {
  const besideJourneys = async (): Promise<Outcome[]> => {
    const ended = [
      await vitest('screens, the rest', 'screens', { tags: 'rest' }),
      await (postgres
        ? vitest('server on PGlite, the rest', 'server', { tags: 'bothEngines || (once && rest)', env: onIt })
        : vitest('server on PGlite, the rest', 'server', { tags: 'rest || property', env: allCases })),
    ]
    if (!postgres) return ended
    // One engine tries all random cases: they are about the shop, and not about the engine.
    const allOnPostgres = { ...onPostgres, ...allCases }
    const tags = '(rest || property) && !once'
    return [...ended, await vitest('server on PostgreSQL, the rest', 'server', { tags, env: allOnPostgres })]
  }
  const [tests, walked] = await Promise.all([
    besideJourneys(),
    journeys('journeys, the rest', '--grep-invert', '@promise'),
  ])
  return [...tests, walked]
}

const outcomes = [...(await forChange()), ...(isWhole ? await theRest() : [])]
if (postgres) await postgres.stop()

console.log()
for (const { step, passed, failed, skipped, seconds } of outcomes) {
  console.log(`${step.padEnd(30)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`)
}
for (const { step, secondTries } of outcomes)
  for (const name of secondTries) console.log(`PASSED ONLY AT THE SECOND TRY in ${step}: ${name}`)
for (const { step, failures } of outcomes) for (const name of failures) console.log(`FAILED in ${step}: ${name}`)
const total = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1
