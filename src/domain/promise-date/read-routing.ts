import { DurationHours } from '#contract/fields.ts'
import { hasTooManyHours, maxRoutingSteps, RoutingStep, tooManyHours } from '#contract/promise-date.ts'

/** A line that is not an operation. Lines count from 1, as the reader sees them. */
interface LineProblem {
  readonly line: number
  readonly message: string
}

export interface ReadRouting {
  readonly steps: readonly RoutingStep[]
  readonly problems: readonly LineProblem[]
}

interface Center {
  readonly categoryId: string
  readonly name: string
}

const plain = (text: string): string => text.trim().toLowerCase()

/** A cell as a spreadsheet copies it: quoted when it contains a line break, a tab or a quote. */
const unquoted = (cell: string): string => {
  const text = cell.trim()
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim()
}

/** Columns are separated by tabs, as a spreadsheet copies them, else by semicolons or commas. */
const separatorOf = (line: string): string => ['\t', ';'].find((separator) => line.includes(separator)) ?? ','

/** '7.5', '7,5' and '7.5 h' in hours; NaN for anything else. */
const hoursOf = (text: string): number => {
  const number = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*(?:h|hrs?|hours?)?$/i.exec(text)?.[1]
  return number === undefined ? Number.NaN : Number(number.replace(',', '.'))
}

const headings: ReadonlySet<string> = new Set(['hours', 'hrs', 'h', 'duration', 'duration (h)', 'hours (h)', 'time'])

/** The cells of each line that is not empty, with its number from 1 on. */
const readCells = (text: string): { readonly line: number; readonly cells: string[] }[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: line.split(separatorOf(line)).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))

/** The cells of each line that is not empty. */
export const routingCells = (text: string): string[][] => readCells(text).map(({ cells }) => cells)

/** Whether a line names its columns. The hours stand in the second or third one. */
export const isRoutingHeading = (cells: readonly string[]): boolean =>
  cells.slice(1, 3).some((cell) => headings.has(plain(cell)))

type ReadLine = { readonly ok: true; readonly step: RoutingStep } | { readonly ok: false; readonly message: string }

const refused = (message: string): ReadLine => ({ ok: false, message })

/**
 * The operations for which one waits, counted from 0, from their numbers: '1 3', or '-' for none. Undefined = the one before it,
 * null = not readable. `index`: of the operation that waits.
 */
const afterOf = (text: string, index: number): number[] | undefined | null => {
  if (text === '') return undefined
  if (text === '-') return []
  const numbers = text.split(/[\s,+]+/)
  const after = [...new Set(numbers.map((number) => (/^\d+$/.test(number) ? Number(number) - 1 : -1)))]
  return after.every((before) => before >= 0 && before < index) ? after : null
}

const readLine = (cells: readonly string[], index: number, centers: ReadonlyMap<string, string>): ReadLine => {
  const [name = '', center = '', typed = '', afterText = '', ...more] = cells
  if (cells.length < 3) return refused('Three columns are needed: name, work center, hours.')
  if (more.some((cell) => cell !== '')) return refused('More than four columns: only name, work center, hours, after.')
  const categoryId = center === '' ? null : centers.get(plain(center))
  if (categoryId === undefined) return refused(`There is no work center "${center}".`)
  const hours = hoursOf(typed)
  if (Number.isNaN(hours)) return refused(`"${typed}" is not a number of hours, such as 7.5.`)
  const duration = DurationHours.safeParse(hours)
  if (!duration.success) return refused(`Hours: ${duration.error.issues[0]?.message ?? 'not allowed'}.`)
  const after = afterOf(afterText, index)
  if (after === null) return refused(`"${afterText}" is not the number of an operation before it, or - for none.`)
  const step = RoutingStep.safeParse({ name, categoryId, durationHours: duration.data, after })
  return step.success ? { ok: true, step: step.data } : refused(`${step.error.issues[0]?.message ?? 'Not allowed'}.`)
}

/**
 * Operations from lines of a spreadsheet: name, work center (may be empty), hours, and the numbers of the operations for which it
 * waits (empty = the one before it). A first line with headings and empty lines are left out, and not counted in these numbers.
 * Every line that is no operation has a problem.
 */
export const readRouting = (text: string, centers: readonly Center[]): ReadRouting => {
  const byName = new Map(centers.map(({ categoryId, name }) => [plain(name), categoryId]))
  const rows = readCells(text)
  const [first] = rows
  const isHeading = first !== undefined && isRoutingHeading(first.cells)
  const steps: RoutingStep[] = []
  const problems: LineProblem[] = []
  for (const [index, { line, cells }] of (isHeading ? rows.slice(1) : rows).entries()) {
    const read = readLine(cells, index, byName)
    if (read.ok) steps.push(read.step)
    else problems.push({ line, message: read.message })
    if (steps.length > maxRoutingSteps) {
      return { steps: [], problems: [{ line, message: `At most ${maxRoutingSteps} operations.` }] }
    }
    if (hasTooManyHours(steps)) return { steps: [], problems: [{ line, message: `${tooManyHours}.` }] }
  }
  return { steps, problems }
}

const quoted = (cell: string): string => (/["\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Cells as one line, from which `readRouting` reads them. */
export const routingLine = (cells: readonly string[]): string => cells.map(quoted).join('\t')

/** Operations as the lines from which `readRouting` reads them. */
export const routingText = (steps: readonly RoutingStep[], centers: readonly Center[]): string => {
  const names = new Map(centers.map(({ categoryId, name }) => [categoryId, name]))
  const afterText = (after: readonly number[]): string => after.map((before) => before + 1).join(' ') || '-'
  return steps
    .map(({ name, categoryId, durationHours, after }) =>
      routingLine([
        name,
        names.get(categoryId ?? '') ?? '',
        String(durationHours),
        ...(after ? [afterText(after)] : []),
      ]),
    )
    .join('\n')
}
