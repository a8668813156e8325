import { DurationHours } from '#contract/fields.ts'
import { maxRoutingSteps, RoutingStep } from '#contract/promise-date.ts'

/** A line that is not an operation. Lines count from 1, as the reader sees them. */
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

type ReadLine = { readonly ok: true; readonly step: RoutingStep } | { readonly ok: false; readonly message: string }

const refused = (message: string): ReadLine => ({ ok: false, message })

const readLine = (cells: readonly string[], centers: ReadonlyMap<string, string>): ReadLine => {
  const [name = '', center = '', typed = '', ...more] = cells
  if (cells.length < 3) return refused('Three columns are needed: name, work center, hours.')
  if (more.some((cell) => cell !== '')) return refused('More than three columns: only name, work center, hours.')
  const categoryId = center === '' ? null : centers.get(plain(center))
  if (categoryId === undefined) return refused(`There is no work center "${center}".`)
  const hours = hoursOf(typed)
  if (Number.isNaN(hours)) return refused(`"${typed}" is not a number of hours, such as 7.5.`)
  const duration = DurationHours.safeParse(hours)
  if (!duration.success) return refused(`Hours: ${duration.error.issues[0]?.message ?? 'not allowed'}.`)
  const step = RoutingStep.safeParse({ name, categoryId, durationHours: duration.data })
  return step.success ? { ok: true, step: step.data } : refused(`${step.error.issues[0]?.message ?? 'Not allowed'}.`)
}

/**
 * Operations from lines of a spreadsheet: name, work center (may be empty), hours. A first line with headings and empty lines are
 * left out. Every line that is no operation has a problem.
 */
export const readRouting = (text: string, centers: readonly Center[]): ReadRouting => {
  const byName = new Map(centers.map(({ categoryId, name }) => [plain(name), categoryId]))
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: line.split(separatorOf(line)).map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = rows
  const isHeading = first !== undefined && headings.has(plain(first.cells[2] ?? ''))
  const steps: RoutingStep[] = []
  const problems: LineProblem[] = []
  for (const { line, cells } of isHeading ? rows.slice(1) : rows) {
    const read = readLine(cells, byName)
    if (read.ok) steps.push(read.step)
    else problems.push({ line, message: read.message })
    if (steps.length > maxRoutingSteps) {
      return { steps: [], problems: [{ line, message: `At most ${maxRoutingSteps} operations.` }] }
    }
  }
  return { steps, problems }
}

/** Operations as the lines from which `readRouting` reads them. */
export const routingText = (steps: readonly RoutingStep[], centers: readonly Center[]): string => {
  const names = new Map(centers.map(({ categoryId, name }) => [categoryId, name]))
  const cell = (value: string): string => (/["\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  return steps
    .map(({ name, categoryId, durationHours }) =>
      [cell(name), cell(names.get(categoryId ?? '') ?? ''), String(durationHours)].join('\t'),
    )
    .join('\n')
}
