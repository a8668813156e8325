import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What one life of the writer showed. */
export interface WriterLife {
  /** Rows it found at its start; null when it did not get so far. */
  readonly found: number | null
  /** Highest number it found. */
  readonly highest: number
  /** Last number whose commit was acknowledged. */
  readonly acknowledged: number
  readonly exitCode: number | null
  readonly errors: string
  readonly lifeMs: number
}

const writer = join(import.meta.dirname, 'writer.ts')

/** When to send SIGKILL: so long after the start, after the database has opened, or after the first commit was acknowledged. */
export interface Kill {
  readonly after: 'start' | 'opened' | 'acknowledged'
  readonly ms: number
  /** What goes wrong first: the power of the disk, say. */
  readonly before?: () => void
}

/** Starts the writer on a data directory and kills it as told; null waits for its own end. */
export const runWriter = (dataDir: string, mode: 'write' | 'count' | 'load', kill: Kill | null): Promise<WriterLife> =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, [writer, dataDir, mode], { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let errors = ''
    let timer: NodeJS.Timeout | undefined
    const killSoon = () => {
      timer = setTimeout(() => {
        kill?.before?.()
        child.kill('SIGKILL')
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
