import { sameValue } from '#domain/changes/same-value.ts'

/** How one field of a record is shown when two people changed the record. */
export interface RecordField<T> {
  key: Extract<keyof T, string>
  label: string
  /** The field of `record` in the reader's words; '—' for nothing. */
  format: (record: T) => string
}

/** Whose value is kept for a field that both changed. */
export type Side = 'yours' | 'theirs'

export interface RecordComparison<T> {
  /** Both changed it, to different values: someone must choose. */
  clashes: RecordField<T>[]
  /** Only the other side changed it; it is kept. */
  theirChanges: RecordField<T>[]
  /** Only you changed it; it is saved. */
  yourChanges: RecordField<T>[]
}

/** Sorts the fields by who changed them since `base`, the record as it was when editing began. */
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

/** Their record with your changes; `choices` decides about fields that both changed ('yours' by default). */
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
