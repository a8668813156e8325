/**
 * `npm run mutants -- --seed N --count 60`: plants small faults at random places, a third each in domain, server and web, one at a time in
 * a copy of the repository, and reports which of them no test detects. A fault that does not type-check is replaced by another one. The
 * nearest tests run first; surviving faults are tried on those further away. Journeys and PostgreSQL are left out, so screens score lower
 * than they should. A survivor may also be equivalent to the original program, so read each one.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomNumbers } from '../bench/random-shop.ts'
import { inCopyOfRepository } from '../copy-of-repository.ts'
import { readSources, type SourceFile } from '../read-sources.ts'
import { nearTests } from './near-tests.ts'
import { type Fault, faultsOf, planted } from './planted-faults.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '60' } },
})

const floors = {
  domain: /^src\/domain\//,
  server: /^src\/server\/(?:services|http|jobs|live|db)\/(?!tables\/|migrations\/)/,
  web: /^src\/web\/(?:features|components|api|live)\//,
} as const
type Floor = keyof typeof floors
const floorNames = Object.keys(floors) as Floor[]

/** Range of test files in each step, and its time limit. */
const steps = [
  { from: 0, to: 8, limitMs: 120_000 },
  { from: 8, to: 40, limitMs: 300_000 },
] as const

type Outcome = 'noticed' | 'lives on' | 'out of time'

/** null = stopped because it took too long. */
const run = (folder: string, command: string, given: readonly string[], limitMs: number): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(command, given, { cwd: folder, stdio: 'ignore', detached: true })
    const stop = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    child.on('error', () => resolve(1))
    child.on('close', (code) => {
      clearTimeout(stop)
      resolve(code)
    })
  })

/** Throws if the compiler takes too long, which says nothing about the fault. */
const typeChecks = async (folder: string): Promise<boolean> => {
  const code = await run(folder, 'tsc', ['-b'], 300_000)
  if (code === null)
    throw new Error('The type check took more than five minutes: the machine is too busy to judge faults')
  return code === 0
}

const projects = ['unit', 'server', 'screens'].flatMap((project) => ['--project', project])

const tryTests = async (folder: string, tests: readonly string[]): Promise<Outcome> => {
  let outcome: Outcome = 'lives on'
  for (const { from, to, limitMs } of steps) {
    const chosen = tests.slice(from, to)
    if (chosen.length === 0) return outcome
    const code = await run(folder, 'vitest', ['run', ...projects, '--bail', '1', '--retry', '0', ...chosen], limitMs)
    if (code === null) outcome = 'out of time'
    else if (code !== 0) return 'noticed'
  }
  return outcome
}

const seed = Number(values.seed)
const count = Number(values.count)
const random = randomNumbers(seed)
const pick = <T>(list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from')
  return chosen
}

const sources = readSources()
const isCode = ({ path }: SourceFile): boolean => !/\.test\.tsx?$|\.gen\.ts$|skeleton/.test(path)

/** Picks a random fault from one part of the product. Files with more lines are picked more often. */
const draw = (floor: Floor): { readonly source: SourceFile; readonly fault: Fault } => {
  const lines = sources
    .filter((source) => floors[floor].test(source.path) && isCode(source))
    .flatMap((source) => Array.from({ length: Math.ceil(source.lineCount / 10) }, () => source))
  for (;;) {
    const source = pick(lines)
    const faults = faultsOf(source.path, source.text)
    if (faults.length > 0) return { source, fault: pick(faults) }
  }
}

interface Tried {
  readonly floor: Floor
  readonly outcome: Outcome
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Plants one fault that type-checks, and reports the result of the tests. */
const tryOne = async (folder: string, floor: Floor): Promise<Tried> => {
  for (;;) {
    const { source, fault } = draw(floor)
    const path = join(folder, source.path)
    const whole = readFileSync(path, 'utf8')
    try {
      writeFileSync(path, planted(whole, fault))
      if (!(await typeChecks(folder))) continue
      const outcome = await tryTests(folder, nearTests(sources, source.path))
      const was = whole.slice(fault.start, fault.end).replaceAll(/\s+/g, ' ').slice(0, 60)
      console.log(`${outcome}: ${source.path}:${lineOf(whole, fault.start)} ${fault.kind}: ${was} -> ${fault.becomes}`)
      return { floor, outcome }
    } finally {
      writeFileSync(path, whole)
    }
  }
}

const tried: Tried[] = []
const all = inCopyOfRepository(async function* (folder) {
  if (!(await typeChecks(folder))) throw new Error('The code does not type-check without any fault')
  for (let n = 0; n < count; n++) yield await tryOne(folder, floorNames[n % floorNames.length] ?? 'domain')
})
for await (const one of all) tried.push(one)

for (const floor of floorNames) {
  const of = (outcome: Outcome) => tried.filter((one) => one.floor === floor && one.outcome === outcome).length
  const judged = of('noticed') + of('lives on')
  const share = judged === 0 ? '-' : `${Math.round((100 * of('noticed')) / judged)} %`
  console.log(`${floor}: ${of('noticed')} of ${judged} noticed (${share}), ${of('out of time')} out of time`)
}
