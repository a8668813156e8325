import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { envOfChildren } from '../test-clock.ts'
import type { VictimDatabase } from './victim-database.ts'

/** Output of the writer from start to end. */
export interface WriterLife {
  /** Number of rows at its start; null if it ended before counting them. */
  readonly found: number | null
  /** Highest number at its start. */
  readonly highest: number
  /** Last number whose commit was acknowledged. */
  readonly acknowledged: number
  readonly exitCode: number | null
  readonly errors: string
  readonly lifeMs: number
}

const writer = join(import.meta.dirname, 'writer.ts')

/** When to send SIGKILL: a time after the start, after opening the database, or after the first acknowledged commit. */
export interface Kill {
  readonly after: 'start' | 'opened' | 'acknowledged'
  readonly ms: number
  /** Kills the writer together with something else, such as the power. */
  readonly how?: (killWriter: () => void) => void
}

/** Starts the writer on a database and kills it at the given moment; null waits until it ends. */
export const runWriter = (
  { settings }: Pick<VictimDatabase, 'settings'>,
  mode: 'write' | 'count' | 'load',
  kill: Kill | null,
): Promise<WriterLife> =>
  new Promise((resolve) => {
    const started = performance.now()
    const env = { ...process.env, ...envOfChildren, ...settings }
    const child = spawn(process.execPath, [writer, mode], { stdio: ['ignore', 'pipe', 'pipe'], env })
    let out = ''
    let errors = ''
    let timer: NodeJS.Timeout | undefined
    const killSoon = () => {
      timer = setTimeout(() => {
        const killWriter = () => void child.kill('SIGKILL')
        if (kill?.how) kill.how(killWriter)
        else killWriter()
      }, kill?.ms)
    }
    if (kill?.after === 'start') killSoon()
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (timer === undefined && kill && out.includes(kill.after)) killSoon()
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      const opened = /opened (\d+) (\d+)/.exec(out)
      const highest = Number(opened?.[2] ?? 0)
      const said = [...out.matchAll(/acknowledged (\d+)\n/g)].map((match) => Number(match[1]))
      resolve({
        found: opened ? Number(opened[1]) : null,
        highest,
        acknowledged: said.at(-1) ?? highest,
        exitCode,
        errors,
        lifeMs: performance.now() - started,
      })
    })
  })
