import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { copyDatabaseInto } from '../data-folder.ts'
import { envOfChildren } from '../test-clock.ts'
import { crashOptions, type VictimDatabase, type VictimEngine, victimDatabase } from './victim-database.ts'

export interface RunKillResult {
  readonly rounds: number
  /** Number of kills during a run. */
  readonly hits: number
  /** Number of plans that were neither the complete old nor the complete new one. */
  readonly mixed: number
  /** Longest time that an interrupted run was still Running after the restart, in ms. */
  readonly longestStuckMs: number
  readonly failures: readonly string[]
}

interface Life {
  readonly output: string
  readonly errors: string
}

const victim = join(import.meta.dirname, 'run-victim.ts')

const live = (
  { settings }: VictimDatabase,
  mode: 'on' | 'once',
  killAfterMs: number | null,
  alsoKill: () => void = () => undefined,
): Promise<Life> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...envOfChildren, ...settings }
    const child = spawn(process.execPath, [victim, mode], { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    let errors = ''
    let timer: NodeJS.Timeout | undefined
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (killAfterMs !== null && timer === undefined && output.includes('running')) {
        timer = setTimeout(() => {
          child.kill('SIGKILL')
          alsoKill()
        }, killAfterMs)
      }
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.once('close', () => {
      clearTimeout(timer)
      resolve({ output, errors })
    })
  })

/**
 * Kills a server `rounds` times during scheduling runs and checks which plan it has afterwards. In every second round,
 * PostgreSQL is killed too.
 */
export const runKillLoop = async (
  rounds: number,
  engine: VictimEngine = 'embedded',
  random: () => number = Math.random,
): Promise<RunKillResult> => {
  const database = await victimDatabase(engine)
  const failures: string[] = []
  const plans = new Set<string>()
  let [hits, mixed, longestStuckMs] = [0, 0, 0]
  const look = ({ output, errors }: Life): void => {
    const [, sum, planned, all, stuck, stuckMs] = /found (\S+) (\d+) (\d+) (\d+) (\d+)/.exec(output) ?? []
    if (sum === undefined) failures.push(errors || output)
    for (const line of output.matchAll(/^error .*$/gm)) failures.push(line[0])
    if (planned !== '0' && planned !== all) mixed += 1
    // Shop, clock and seed are always the same, and so is the resulting plan.
    if (planned === all && sum !== undefined) plans.add(sum)
    for (const [, made] of output.matchAll(/planned (\S+)/g)) plans.add(made ?? '')
    if (Number(stuck) > 0) longestStuckMs = Math.max(longestStuckMs, Number(stuckMs))
    hits += Number(stuck ?? 0)
  }
  try {
    if (engine === 'embedded') await copyDatabaseInto(database.settings.DATA_DIR)
    for (let round = 0; round < rounds; round += 1) {
      const alsoKill = () => {
        if (round % 2 === 1) database.kill()
      }
      look(await live(database, 'on', random() * 1_500, alsoKill))
      await database.revive()
    }
    look(await live(database, 'once', null))
    return { rounds, hits, mixed: mixed + Math.max(0, plans.size - 1), longestStuckMs, failures }
  } finally {
    await database.remove()
  }
}

if (import.meta.main) {
  const { rounds, engine } = crashOptions(100)
  const result = await runKillLoop(rounds, engine)
  console.log(JSON.stringify(result))
  process.exitCode = result.mixed + result.failures.length > 0 ? 1 : 0
}
