import { DurationHours } from '#contract/fields.ts'
import { hasTooManyHours, maxRoutingSteps, RoutingStep, tooManyHours } from '#contract/promise-date.ts'

/** A line that is not an operation. Lines count from 1, as displayed. */
export interface LineProblem {
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

/** A cell as copied from a spreadsheet, which quotes it if it contains a line break, a tab or a quote. */
const unquoted = (cell: string): string => {
  const text = cell.trim()
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim()
}

/** The separator of a line: tab as copied from a spreadsheet, otherwise semicolon or comma. */
const separatorOf = (line: string): string => ['\t', ';'].find((separator) => line.includes(separator)) ?? ','

/** Hours of '7.5', '7,5' and '7.5 h'; NaN for anything else. */
const hoursOf = (text: string): number => {
  const number = /^(\d+(?:[.,]\d+)?|[.,]\d+)\s*(?:h|hrs?|hours?)?$/i.exec(text)?.[1]
  return number === undefined ? Number.NaN : Number(number.replace(',', '.'))
}

const headings: ReadonlySet<string> = new Set(['hours', 'hrs', 'h', 'duration', 'duration (h)', 'hours (h)', 'time'])

export interface RoutingLine {
  /** Counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Cells of each nonempty line. */
export const routingLines = (text: string): RoutingLine[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: line.split(separatorOf(line)).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))

/** Cells of each nonempty line. */
export const routingCells = (text: string): string[][] => routingLines(text).map(({ cells }) => [...cells])

/** Whether a line is a header. Hours are in the second or third column. */
export const isRoutingHeading = (cells: readonly string[]): boolean =>
  cells.slice(1, 3).some((cell) => headings.has(plain(cell)))

export type ReadLine =
  | { readonly ok: true; readonly step: RoutingStep }
  | { readonly ok: false; readonly message: string }

export const refused = (message: string): ReadLine => ({ ok: false, message })

/**
 * Parses predecessor numbers such as '1 3', or '-' for none, to indexes from 0. Undefined = the previous operation,
 * null = unreadable. `index` is the operation that waits.
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
 * Parses operations from spreadsheet lines: name, work center (optional), hours, and predecessor numbers (empty = the previous operation).
 * A header line and empty lines are skipped and not numbered. Each line that is not an operation is reported as a problem.
 */
export const readRouting = (text: string, centers: readonly Center[]): ReadRouting => {
  const byName = new Map(centers.map(({ categoryId, name }) => [plain(name), categoryId]))
  const rows = routingLines(text)
  const [first] = rows
  const isHeading = first !== undefined && isRoutingHeading(first.cells)
  return readLines(isHeading ? rows.slice(1) : rows, (cells, index) => readLine(cells, index, byName))
}

/** Reads each line as an operation, up to the limits of a question. */
export const readLines = (
  lines: readonly RoutingLine[],
  read: (cells: readonly string[], index: number) => ReadLine,
): ReadRouting => {
  const steps: RoutingStep[] = []
  const problems: LineProblem[] = []
  for (const [index, { line, cells }] of lines.entries()) {
    const one = read(cells, index)
    if (one.ok) steps.push(one.step)
    else problems.push({ line, message: one.message })
    if (steps.length > maxRoutingSteps) {
      return { steps: [], problems: [{ line, message: `At most ${maxRoutingSteps} operations.` }] }
    }
    if (hasTooManyHours(steps)) return { steps: [], problems: [{ line, message: `${tooManyHours}.` }] }
  }
  return { steps, problems }
}

const quoted = (cell: string): string => (/["\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Formats cells as a line that `readRouting` can parse. */
export const routingLine = (cells: readonly string[]): string => cells.map(quoted).join('\t')

/** Formats operations as lines that `readRouting` can parse. */
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
