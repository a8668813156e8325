import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TableFiles } from '#server/files/table-files.ts'

/**
 * Reads the files of a folder one after another, in the thread in which the server reads them, and prints for each a line of JSON: the answer,
 * and by how many MB the memory of the process grew meanwhile at most. The first file is read before anything is measured.
 */
export interface Reading {
  readonly file: string
  /** The rows of its table, or why it was refused. */
  readonly answer: number | string
  readonly grownMb: number
}

const [folder = ''] = process.argv.slice(2)
const files = new TableFiles()

/** The most memory since the last reset, or since the start where the system has no reset. */
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
    // The most memory of the whole process is then compared, which is stricter.
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
