import type { DayOrder } from '#contract/imports.ts'
import { OperationInput } from '#contract/operations.ts'
import { placesBefore, RoutingStep } from '#contract/promise-date.ts'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { isOutside, isWorkCenter } from '../categories/category-kind.ts'
import {
  alternativeText,
  readAlternatives,
  resolveAlternatives,
  wantedAlternatives,
} from '../import/alternative-text.ts'
import { columnOrder } from '../import/date-habit.ts'
import { readDate } from '../import/date-text.ts'
import { readDuration, readHours } from '../import/duration-text.ts'
import { guessColumns } from '../import/guess-columns.ts'
import { headerUnit } from '../import/header-words.ts'
import { type OperationNames, operationNames } from '../import/match-operations.ts'
import { type NumberHabit, numberHabitOf, readNumber } from '../import/number-habit.ts'
import { linkText, type NamedLink, noPredecessors, readLinks } from '../import/predecessor-text.ts'
import { bySchema, fine, isNone, numberReader, type Read, readYes, wrong } from '../import/read-cells.ts'
import { areRunHours, splitHours } from '../import/setup-text.ts'
import { nameKey } from '../import/text-key.ts'
import { type OperationFieldKind, operationFields } from '../operations/fields.ts'
import { applySetupChange } from '../operations/setup-hours.ts'
import { type AskedColumn, askedColumns } from './asked-fields.ts'
import {
  type ReadLine,
  type ReadRouting,
  type RoutingLine,
  readLines,
  refused,
  routingLine,
  routingLines,
} from './read-routing.ts'

/** A work center or a pool. */
export interface RoutingResource {
  readonly categoryId: string
  readonly name: string
  readonly kind: CategoryKind
}

/** How the reader writes a day: '2026-11-20', or '2026-11-20 15:00' for another time than 8:00. */
export interface DayWords {
  readonly textOf: (instant: string) => string
  /** null = there is no such day. */
  readonly instantOf: (text: string) => string | null
  readonly usualOrder: DayOrder
}

/** What is needed to read and write a table of operations. */
export interface TableAid {
  readonly resources: readonly RoutingResource[]
  readonly days: DayWords
}

export interface ReadTable extends ReadRouting {
  /** The fields that have a column in the table. */
  readonly said: readonly AskedColumn[]
  /** Headers of columns that say nothing about new work, such as its progress. */
  readonly unused: readonly string[]
}

/** The columns of a table, and what the whole table shows about its texts. */
interface Columns {
  readonly at: ReadonlyMap<AskedColumn, number>
  /** The column of the number by which predecessors are named; -1 = none, and lines count from 1. */
  readonly sequence: number
  readonly header: readonly string[]
  readonly numbers: NumberHabit
  readonly order: DayOrder
}

const isValue = (cell: string): boolean => /^[\d.,:/\-\s%]+h?$/i.test(cell.trim())
const plainColumns: ReadonlySet<AskedColumn> = new Set(['name', 'categoryId', 'durationHours', 'dependencies'])

/** The columns that the first line names; null if it names only those of a plain list, or none. */
const columnsOf = ([first, ...lines]: readonly RoutingLine[], usualOrder: DayOrder): Columns | null => {
  const header = first?.cells ?? []
  if (header.some((cell) => cell !== '' && isValue(cell))) return null
  const rows = lines.map(({ cells }) => cells)
  const guessed = guessColumns({ header, rows, remembered: {} })
  const columnOf = (name: AskedColumn): number => {
    const own = guessed.findIndex((one) => one !== null && one === operationFields[name].column)
    // If no column names the operation, the only name in the line is taken for it.
    const other = name === 'name' ? guessed.indexOf('projectName') : -1
    return own >= 0 ? own : other
  }
  const at = new Map(askedColumns.map((name) => [name, columnOf(name)] as const).filter(([, column]) => column >= 0))
  if (!at.has('name') || [...at.keys()].every((name) => plainColumns.has(name))) return null
  const textsOf = (...kinds: readonly OperationFieldKind[]): string[] =>
    [...at].flatMap(([name, column]) =>
      kinds.includes(operationFields[name].kind) ? rows.map((cells) => cells[column] ?? '') : [],
    )
  return {
    at,
    header,
    sequence: guessed.indexOf('sequence'),
    numbers: numberHabitOf(textsOf('hours', 'number'), 'point'),
    order: columnOrder(textsOf('day')).order ?? usualOrder,
  }
}

const readDay = (text: string, order: DayOrder, { instantOf }: DayWords): Read => {
  const written = readDate(text, order)
  if (written?.kind === 'instant') return fine(new Date(written.atMs).toISOString())
  const minutes = Math.floor((written?.seconds ?? 480 * 60) / 60)
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const instant = written && instantOf(`${written.date} ${clock}`)
  return instant === null ? wrong(`"${text}" is not a date.`) : fine(instant)
}

const findResource = (
  resources: readonly RoutingResource[],
  name: string,
  wanted: 'work center' | 'pool',
): RoutingResource | undefined =>
  resources.find((one) => isWorkCenter(one) === (wanted === 'work center') && nameKey(one.name) === nameKey(name))

const readResource = (resources: readonly RoutingResource[], name: string, wanted: 'work center' | 'pool'): Read => {
  const found = findResource(resources, name, wanted)
  return found ? fine(found.categoryId) : wrong(`There is no ${wanted} "${name}".`)
}

/** The value of a cell, by the kind of its field. Alternatives and predecessors need other cells, so they are read later. */
const readField = (name: AskedColumn, text: string, columns: Columns, { resources, days }: TableAid): Read => {
  const { numbers, at, header } = columns
  const { kind, title } = operationFields[name]
  if (name === 'dependencies' || name === 'alternatives' || isNone(text)) return fine(undefined)
  const schema = RoutingStep.shape[name]
  switch (kind) {
    case 'hours': {
      const hours = (typed: string) => readHours(typed, numbers, headerUnit(header[at.get(name) ?? -1] ?? '')?.hours)
      return numberReader(schema, hours, `${title}: "${text}" is not a number of hours, such as 7.5.`)(text)
    }
    case 'number':
      return numberReader(schema, (typed) => readNumber(typed, numbers), `${title}: "${text}" is not a number.`)(text)
    case 'day':
      return readDay(text, columns.order, days)
    case 'yesNo':
      return readYes(text)
    case 'center':
      return readResource(resources, text, name === 'poolId' ? 'pool' : 'work center')
    default:
      return bySchema(schema)(text)
  }
}

type Links = Pick<
  RoutingStep,
  'after' | 'dependencyLagHours' | 'dependencyLagUnits' | 'dependencyMaxLagHours' | 'dependencyOverlapPercent'
>

/** The predecessors of a line; an empty cell means the previous line. A text says what is wrong. */
const readAfter = (text: string, index: number, names: OperationNames, numbers: NumberHabit): Links | string => {
  if (text === '') return {}
  const links: (NamedLink & { readonly place: number })[] = []
  for (const read of readLinks(text, numbers, (ref) => names.find(ref) !== null)) {
    if (!read.ok) return read.message
    if (read.lost !== null || read.link === null) return read.lost ?? `"${text}" cannot be read.`
    const place = names.find(read.link.ref)
    if (place === 'many') return `Several operations are "${read.link.ref}". Use their numbers.`
    if (place === null || Number(place) >= index) return `"${read.link.ref}" is not an operation before it.`
    links.push({ ...read.link, place: Number(place) })
  }
  const byPlace = <T>(read: (link: NamedLink) => T) => Object.fromEntries(links.map((link) => [link.place, read(link)]))
  return {
    after: [...new Set(links.map(({ place }) => place))],
    dependencyLagHours: byPlace(({ lagHours }) => lagHours),
    dependencyLagUnits: byPlace(({ lagUnit }) => lagUnit),
    dependencyMaxLagHours: byPlace(({ maxLagHours }) => maxLagHours),
    dependencyOverlapPercent: byPlace(({ overlapPercent }) => overlapPercent),
  }
}

const noParts = { durationHours: 0, setupHours: null, hoursPerPiece: null, quantity: null, transferBatch: null }

const readStep = (
  cells: readonly string[],
  index: number,
  columns: Columns,
  names: OperationNames,
  aid: TableAid,
): ReadLine => {
  const cellOf = (name: AskedColumn): string => cells[columns.at.get(name) ?? -1] ?? ''
  const values: Record<string, unknown> = { name: '', categoryId: null }
  for (const name of columns.at.keys()) {
    if (cellOf(name) === '') continue
    const read = readField(name, cellOf(name), columns, aid)
    if (!read.ok) return refused(read.message)
    if (read.value !== undefined) values[name] = read.value
  }
  const center = findResource(aid.resources, cellOf('categoryId'), 'work center')
  if (center && isOutside(center) && readDuration(cellOf('durationHours'), columns.numbers)?.isAssumed)
    return refused('Work outside takes hours of the clock: 5 days are 120 h.')
  const isRun = areRunHours(columns.header[columns.at.get('durationHours') ?? -1] ?? '')
  const parsed = OperationInput.safeParse(values)
  if (!parsed.success) return refused(`${parsed.error.issues[0]?.message ?? 'Not allowed'}.`)
  const split = splitHours(parsed.data, { isRun })
  if (!split.ok) return refused(split.message)
  const decided = applySetupChange(noParts, split.fields)
  if (!decided.ok) return refused(decided.reason)
  const { durationHours } = decided.hours
  const after = readAfter(cellOf('dependencies'), index, names, columns.numbers)
  if (typeof after === 'string') return refused(after)
  const parts = readAlternatives(cellOf('alternatives'), columns.numbers)
  if (parts === null) return refused(wantedAlternatives)
  const others = resolveAlternatives(parts, (name) => findResource(aid.resources, name, 'work center') !== undefined)
  const alternatives = others.map((other) => ({
    categoryId: findResource(aid.resources, other.name, 'work center')?.categoryId,
    durationHours: other.durationHours ?? durationHours,
  }))
  const unknown = others[alternatives.findIndex(({ categoryId }) => categoryId === undefined)]
  if (unknown) return refused(`There is no work center "${unknown.name}".`)
  const step = RoutingStep.safeParse({
    ...split.fields,
    categoryId: values.categoryId,
    durationHours,
    ...after,
    ...(others.length > 0 && { alternatives }),
  })
  return step.success ? { ok: true, step: step.data } : refused(`${step.error.issues[0]?.message ?? 'Not allowed'}.`)
}

/** Reads a table whose first line names its columns, as an import does; null if the text is a plain list of operations. */
export const readRoutingTable = (text: string, aid: TableAid): ReadTable | null => {
  const [first, ...lines] = routingLines(text)
  const columns = first ? columnsOf([first, ...lines], aid.days.usualOrder) : null
  if (!columns) return null
  const { at, header, sequence } = columns
  const names = operationNames(
    lines.map(({ cells }, index) => ({
      operationId: String(index),
      externalId: null,
      sequence: sequence < 0 ? index + 1 : readNumber(cells[sequence] ?? '', columns.numbers),
      name: cells[at.get('name') ?? -1] ?? '',
    })),
  )
  const used = new Set([sequence, ...at.values()])
  return {
    ...readLines(lines, (cells, index) => readStep(cells, index, columns, names, aid)),
    said: [...at.keys()],
    unused: header.filter((title, column) => title !== '' && !used.has(column)),
  }
}

const linksText = (step: RoutingStep, index: number): string => {
  const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent } = step
  const links = placesBefore(step, index).map((place) =>
    linkText({
      ref: String(place + 1),
      lagHours: dependencyLagHours?.[place] ?? 0,
      lagUnit: dependencyLagUnits?.[place] ?? 'working',
      maxLagHours: dependencyMaxLagHours?.[place] ?? null,
      overlapPercent: dependencyOverlapPercent?.[place] ?? null,
    }),
  )
  return links.join('; ') || (index > 0 ? noPredecessors : '')
}

/** The text of a cell, which `readRoutingTable` reads. */
const cellText = (name: AskedColumn, step: RoutingStep, index: number, { resources, days }: TableAid): string => {
  const nameOf = (id: string): string => resources.find(({ categoryId }) => categoryId === id)?.name ?? ''
  if (name === 'dependencies') return linksText(step, index)
  if (name === 'alternatives')
    return (step.alternatives ?? [])
      .map((other) => alternativeText(nameOf(other.categoryId), other.durationHours))
      .join('; ')
  const value = step[name]
  if (value === undefined || value === null || value === '') return ''
  switch (operationFields[name].kind) {
    case 'center':
      return nameOf(String(value))
    case 'day':
      return days.textOf(String(value))
    case 'yesNo':
      return value === true ? 'yes' : ''
    default:
      return String(value)
  }
}

const inOrder = [...askedColumns].sort((a, b) => Number(plainColumns.has(b)) - Number(plainColumns.has(a)))

/** Operations as a table with a column for each of their fields. */
export const routingTable = (steps: readonly RoutingStep[], aid: TableAid): string => {
  const titles = inOrder.map((name) => operationFields[name].head ?? operationFields[name].title)
  const lines = steps.map((step, index) => inOrder.map((name) => cellText(name, step, index, aid)))
  return [titles, ...lines].map(routingLine).join('\n')
}
