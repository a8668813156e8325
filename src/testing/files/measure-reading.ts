import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TableFiles } from '#server/files/table-files.ts'

/**
 * Reads the files of a folder one after another, in the same thread as the server does, and prints a JSON line for each: the answer, and
 * the maximum growth of the process memory in MB. The first file is read before the measurement begins.
 */
export interface Reading {
  readonly file: string
  /** Number of rows in its table, or the reason for refusing it. */
  readonly answer: number | string
  readonly grownMb: number
}

const [folder = ''] = process.argv.slice(2)
const files = new TableFiles()

/** Peak memory since the last reset, or since the start if the system cannot reset it. */
const peakMb = (): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_024
  } catch {
    return process.resourceUsage().maxRSS / 1_024
  }
}
const resetPeak = (): void => {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // The peak memory of the whole process is then compared, which is stricter.
  }
}

for (const file of readdirSync(folder).sort()) {
  const bytes = readFileSync(join(folder, file))
  resetPeak()
  const before = peakMb()
  const answer = await files.read({ bytes, scope: {} }).then(
    ({ rows }) => rows.length,
    (error: Error) => error.message,
  )
  const line: Reading = { file, answer, grownMb: Math.round(peakMb() - before) }
  console.log(JSON.stringify(line))
}
