import type { OperationRow } from './group-rows.ts'
import { nameKey, textKey } from './text-key.ts'

/** An operation that is already stored. */
export interface KnownOperation {
  readonly operationId: string
  readonly externalId: string | null
  readonly sequence: number
  readonly name: string
}

/** The operation of a row: an existing one, or a new one with its sequence. */
export interface MatchedOperation extends OperationRow {
  readonly operationId: string
  readonly isNew: boolean
  readonly sequence: number
}

type MatchProblem = {
  readonly row: number
  readonly field: 'operationExternalId' | 'sequence' | 'operationName'
  readonly message: string
}

interface Matches {
  readonly matched: readonly MatchedOperation[]
  readonly problems: readonly MatchProblem[]
}

/** Distance between sequences of new operations. */
const step = 10

const grouped = <T>(
  items: readonly T[],
  keyOf: (item: T) => string | number | null,
): ReadonlyMap<string | number, T[]> => {
  const map = new Map<string | number, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const list = map.get(key)
    if (list) list.push(item)
    else map.set(key, [item])
  }
  return map
}

/** Narrows several similar candidates to the single exact match, if there is one. */
const preferring = <T>(alike: readonly T[], isExact: (one: T) => boolean): readonly T[] => {
  const exact = alike.length > 1 ? alike.filter(isExact) : []
  return exact.length === 1 ? exact : alike
}

/** Finds the stored operation for a row: by external id, otherwise by sequence, otherwise by name. */
const finder = (stored: readonly KnownOperation[]) => {
  const byExternalId = grouped(stored, ({ externalId }) => externalId && textKey(externalId))
  const byId = grouped(stored, ({ operationId }) => operationId)
  const bySequence = grouped(stored, ({ sequence }) => sequence)
  const byName = grouped(stored, ({ name }) => nameKey(name))
  return ({ operation: { externalId, fields } }: OperationRow): KnownOperation | null | Omit<MatchProblem, 'row'> => {
    const { sequence, name = '' } = fields
    if (externalId !== undefined) {
      const alike = byExternalId.get(textKey(externalId)) ?? byId.get(externalId.toLowerCase()) ?? []
      const found = preferring(alike, (one) => one.externalId === externalId)
      if (found.length > 1) {
        return { field: 'operationExternalId', message: `${found.length} operations of the project have this ID` }
      }
      if (found[0]) return found[0]
    }
    // An operation with an external id is not a match for a row with a different one.
    const isOpen = (one: KnownOperation) => externalId === undefined || one.externalId === null
    if (sequence !== undefined) {
      const found = (bySequence.get(sequence) ?? []).filter(isOpen)
      if (found.length <= 1) return found[0] ?? null
      const named = found.filter((one) => nameKey(one.name) === nameKey(name))
      if (named.length === 1) return named[0] ?? null
      return { field: 'sequence', message: `${found.length} operations of the project have this number` }
    }
    const found = (byName.get(nameKey(name)) ?? []).filter(isOpen)
    if (found.length <= 1) return found[0] ?? null
    return {
      field: 'operationName',
      message: `${found.length} operations of the project have this name: add their numbers`,
    }
  }
}

/**
 * Matches each row of a project with an operation. New ones get the sequence in their row, otherwise the next one after
 * all others. `newId` creates their ids.
 */
export const matchOperations = (
  rows: readonly OperationRow[],
  stored: readonly KnownOperation[],
  newId: () => string,
): Matches => {
  const find = finder(stored)
  const matched: MatchedOperation[] = []
  const problems: MatchProblem[] = []
  const takenBy = new Map<string, number>()
  let last = Math.max(
    0,
    ...stored.map(({ sequence }) => sequence),
    ...rows.map(({ operation }) => operation.fields.sequence ?? 0),
  )
  for (const one of rows) {
    const { row, operation } = one
    const { externalId, fields } = operation
    const { sequence } = fields
    const found = find(one)
    if (found && 'message' in found) {
      problems.push({ row, ...found })
      continue
    }
    // An operation without a name is named after its work center.
    if (!found && !fields.name && typeof operation.workCenter !== 'string') {
      problems.push({ row, field: 'operationName', message: 'Name the operation' })
      continue
    }
    const key =
      found?.operationId ??
      (externalId !== undefined
        ? `e${textKey(externalId)}`
        : sequence !== undefined
          ? `s${sequence} ${nameKey(fields.name ?? '')}`
          : `n${nameKey(fields.name ?? '')}`)
    const before = takenBy.get(key)
    if (before !== undefined) {
      const field =
        externalId !== undefined ? 'operationExternalId' : sequence !== undefined ? 'sequence' : 'operationName'
      problems.push({ row, field, message: `The same operation as row ${before + 1}` })
      continue
    }
    takenBy.set(key, row)
    const own = sequence ?? found?.sequence
    if (own === undefined) last += step
    matched.push({ ...one, operationId: found?.operationId ?? newId(), isNew: !found, sequence: own ?? last })
  }
  return { matched, problems }
}

/** Finds the operation that a predecessor cell refers to: by external id, otherwise by sequence, otherwise by name. */
export interface OperationNames {
  readonly find: (ref: string) => string | 'many' | null
}

/** `operations` are all operations of the project after the import. */
export const operationNames = (operations: readonly KnownOperation[]): OperationNames => {
  const byExternalId = grouped(operations, ({ externalId }) => externalId && textKey(externalId))
  const bySequence = grouped(operations, ({ sequence }) => String(sequence))
  const byName = grouped(operations, ({ name }) => nameKey(name))
  const find = (ref: string): string | 'many' | null => {
    const trimmed = ref.trim()
    const byId = preferring(byExternalId.get(textKey(trimmed)) ?? [], ({ externalId }) => externalId === trimmed)
    for (const found of [byId, bySequence.get(trimmed), byName.get(nameKey(trimmed))]) {
      if (found && found.length > 0) return found.length === 1 ? (found[0]?.operationId ?? null) : 'many'
    }
    return null
  }
  return { find }
}
