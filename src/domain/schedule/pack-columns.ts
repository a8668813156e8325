import type { PackedColumns } from '#contract/packed-columns.ts'
import { valueAt } from '#domain/value-at.ts'
import { packIds, unpackIds } from './pack-ids.ts'
import { packNumbers, unpackNumbers } from './pack-numbers.ts'

type Value = string | number | null

/** Writes columns by name: whole numbers directly, all others as a list of their different values and the positions in that list. */
export const packer = () => {
  const texts: PackedColumns['texts'] = {}
  const values: PackedColumns['values'] = {}
  const listed = (name: string, column: readonly Value[]): void => {
    const counts = new Map<Value, number>()
    for (const value of column) counts.set(value, (counts.get(value) ?? 0) + 1)
    // The most frequent values come first, because small positions take fewer characters.
    const list = [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
    const indexes = new Map(list.map((value, index) => [value, index]))
    values[name] = list
    texts[name] = packNumbers(column.map((value) => indexes.get(value) ?? 0))
  }
  const numbers = (name: string, column: readonly (number | null)[]): void => {
    if (column.every((value) => Number.isSafeInteger(value))) texts[name] = packNumbers(column as readonly number[])
    else listed(name, column)
  }
  const strings = (name: string, column: readonly string[]): void => {
    const whole = column.map(Number)
    const areNumbers = column.every((text, row) => Number.isSafeInteger(whole[row]) && String(whole[row]) === text)
    if (areNumbers) texts[name] = packNumbers(whole)
    else listed(name, column)
  }
  const ids = (name: string, column: readonly string[]): void => {
    const packed = packIds(column)
    if (packed === null) listed(name, column)
    else texts[name] = packed
  }
  return { packed: { texts, values }, listed, strings, numbers, ids }
}

/** Reads what a packer has written. */
export const unpacker = ({ texts, values }: PackedColumns) => {
  const listed = <T>(name: string, read: (value: Value) => T): T[] => {
    const list = (values[name] ?? []).map(read)
    return unpackNumbers(texts[name] ?? '').map((index) => valueAt(list, index))
  }
  return {
    listed,
    strings: (name: string) => (values[name] ? listed(name, String) : unpackNumbers(texts[name] ?? '').map(String)),
    nullable: (name: string) =>
      values[name] ? listed(name, (value) => value as number | null) : unpackNumbers(texts[name] ?? ''),
    numbers: (name: string) => (values[name] ? listed(name, Number) : unpackNumbers(texts[name] ?? '')),
    ids: (name: string) => (values[name] ? listed(name, String) : unpackIds(texts[name] ?? '')),
  }
}
