import type { Column, Runs, StepColumn, ValuesByName } from '#contract/columns.ts'
import { keysOf, recordOf } from './record-of.ts'
import { hourMs, minuteMs } from './time/units.ts'
import { valueAt } from './value-at.ts'

/** A shorter run is as short value by value. */
const leastRun = 4

/** Writes equal neighbors as one value and their number. */
export const writeRuns = <T extends string | number | null>(column: readonly T[]): Runs<T> => {
  const runs: Runs<T> = []
  for (let row = 0; row < column.length; ) {
    const value = valueAt(column, row)
    let end = row + 1
    while (end < column.length && column[end] === value) end += 1
    if (end - row >= leastRun) runs.push([value, end - row])
    else for (let again = row; again < end; again++) runs.push(value)
    row = end
  }
  return runs
}

const readRuns = <T>(runs: Runs<T>): T[] => {
  const column: T[] = []
  for (const item of runs) {
    if (Array.isArray(item)) for (let again = item[1]; again > 0; again--) column.push(item[0])
    else column.push(item)
  }
  return column
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const bitsOfCode = new Uint8Array(128)
for (let bits = 0; bits < digits.length; bits++) bitsOfCode[digits.charCodeAt(bits)] = bits
/** 12 bits in base 64 and in hexadecimal. */
const pairs = Array.from({ length: 4_096 }, (_, bits) => digits.charAt(bits >> 6) + digits.charAt(bits & 63))
const triples = Array.from({ length: 4_096 }, (_, bits) => bits.toString(16).padStart(3, '0'))
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const shortLength = 22

/** A UUID of 36 characters in base64url, as 22. */
export const shortId = (id: string): string => {
  const hex = `${id.replaceAll('-', '')}0`
  let short = ''
  for (let at = 0; at < hex.length; at += 3) short += pairs[Number.parseInt(hex.slice(at, at + 3), 16)]
  return short
}

/** Writes ids, which are most of an answer because they are random: all as one text or, where one is no UUID, unchanged. */
export const writeIds = (ids: readonly string[]): string | string[] =>
  ids.every((id) => isId.test(id)) ? ids.map(shortId).join('') : [...ids]

const readIds = (text: string): string[] => {
  const ids: string[] = []
  for (let start = 0; start < text.length; start += shortLength) {
    let hex = ''
    for (let at = start; at < start + shortLength; at += 2) {
      hex += triples[((bitsOfCode[text.charCodeAt(at)] ?? 0) << 6) | (bitsOfCode[text.charCodeAt(at + 1)] ?? 0)]
    }
    ids.push(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`)
  }
  return ids
}

/** Writes values that many rows have in common. Records with the same JSON count as one. */
export const writeList = <T>(column: readonly T[]): { list: T[]; rows: Runs<number> } => {
  const places = new Map<unknown, number>()
  const list: T[] = []
  const rows = column.map((value) => {
    const key = value !== null && typeof value === 'object' ? JSON.stringify(value) : value
    const place = places.get(key) ?? list.push(value) - 1
    places.set(key, place)
    return place
  })
  return { list, rows: writeRuns(rows) }
}

/** Units of instants, of which the last suits all: the few with seconds are written with decimals. */
export const instantUnits: readonly number[] = [hourMs, hourMs / 4, minuteMs]

/**
 * Writes columns of whole numbers, 0 = none, as distances from the number before them in the column or, as `after` says, from
 * another column.
 */
export const writeSteps = <Columns extends Readonly<Record<string, readonly number[]>>>(
  columns: Columns,
  units: readonly number[] = [1],
  after?: { readonly [Name in keyof NoInfer<Columns>]?: keyof Columns & string },
) =>
  recordOf(keysOf(columns), (name): StepColumn => {
    const other = after?.[name] ?? null
    let before = 0
    const distances = (columns[name] ?? []).map((value, row) => {
      if (value === 0) return null
      const distance = value - (other === null ? before : (columns[other]?.[row] ?? 0))
      before = value
      return distance
    })
    const divides = (unit: number) => distances.every((distance) => (distance ?? 0) % unit === 0)
    const unit = units.find(divides) ?? units.at(-1) ?? 1
    const steps = distances.map((distance) => (distance === null ? null : distance / unit))
    return { unit, after: other, steps: writeRuns(steps) }
  })

const readSteps = ({ unit, steps }: StepColumn, other: readonly unknown[] | null): number[] => {
  let before = 0
  return readRuns(steps).map((step, row) => {
    if (step === null) return 0
    before = Number(other === null ? before : other[row]) + Math.round(step * unit)
    return before
  })
}

/** Reads the columns of a table. Throws a RangeError for a position that a list does not have. */
export const readColumns = <Table extends Readonly<Record<string, Column>>>(table: Table): ValuesByName<Table> => {
  const known: Record<string, unknown[]> = {}
  const read = (name: string): unknown[] => {
    known[name] ??= readColumn(table[name] ?? [])
    return known[name]
  }
  const readColumn = (column: Column): unknown[] => {
    if (typeof column === 'string') return readIds(column)
    if (Array.isArray(column)) return readRuns<unknown>(column)
    if ('steps' in column) return readSteps(column, column.after === null ? null : read(column.after))
    return readRuns(column.rows).map((place) => valueAt(column.list, place))
  }
  return recordOf(Object.keys(table), read) as ValuesByName<Table>
}
