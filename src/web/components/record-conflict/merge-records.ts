import { sameValue } from '#domain/changes/same-value.ts'

/** How to display one field of a record that two people changed. */
export interface RecordField<T> {
  key: Extract<keyof T, string>
  label: string
  /** The formatted value of the field; '—' if empty. */
  format: (record: T) => string
}

/** Whose value wins in a field that both changed. */
export type Side = 'yours' | 'theirs'

export interface RecordComparison<T> {
  /** Fields that both changed to different values, so that the reader must choose. */
  clashes: RecordField<T>[]
  /** Fields that only the other side changed; their values stay. */
  theirChanges: RecordField<T>[]
  /** Fields that only you changed; your values are saved. */
  yourChanges: RecordField<T>[]
}

/** Sorts the fields by who changed them since `base`, the record when editing began. */
export function compareRecords<T>(versions: Versions<T>, fields: readonly RecordField<T>[]): RecordComparison<T> {
  const { base, yours, theirs } = versions
  const differing = fields.filter(({ key }) => !sameValue(yours[key], theirs[key]))
  const isClash = ({ key }: RecordField<T>) => !sameValue(base[key], yours[key]) && !sameValue(base[key], theirs[key])
  return {
    clashes: differing.filter(isClash),
    theirChanges: differing.filter(({ key }) => sameValue(base[key], yours[key])),
    yourChanges: differing.filter(({ key }) => sameValue(base[key], theirs[key])),
  }
}

export interface Versions<T> {
  /** The record when editing began. */
  base: T
  /** The record with your changes. */
  yours: T
  /** The record on the server now. */
  theirs: T
}

/** Their record with your changes; `choices` decides fields that both changed ('yours' by default). */
export function mergeRecords<T>(
  versions: Versions<T>,
  fields: readonly RecordField<T>[],
  choices: Partial<Record<string, Side>>,
): T {
  const { clashes, yourChanges } = compareRecords(versions, fields)
  const mine = [...yourChanges, ...clashes.filter(({ key }) => choices[key] !== 'theirs')]
  const merged = { ...versions.theirs }
  for (const { key } of mine) merged[key] = versions.yours[key]
  return merged
}
