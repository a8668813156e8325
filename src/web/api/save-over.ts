import { sameValue } from '#domain/changes/same-value.ts'
import { isApiError } from './api-error.ts'
import { askConflict } from './conflict-questions.ts'

/** Fields to change in a record, with the values that the reader saw. */
export interface FieldChange<F extends object> {
  readonly fields: F
  /** The values that the reader saw of the fields on which the change depends. */
  readonly seen: Readonly<Record<string, unknown>>
  /** The name of the record in the question about a conflict: 'Weld frame'. */
  readonly subject: string
}

interface Saved {
  readonly version: number
  readonly modifiedBy: string
}

/** A copy of the record with only these fields. */
export const pick = <T extends object>(record: T, keys: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key))) as Partial<T>

/** The fields of a change whose values differ from the record. */
const differing = <F extends object>(fields: F, record: object): Partial<F> => {
  const values = new Map<string, unknown>(Object.entries(record))
  const keys = Object.entries(fields).flatMap(([key, value]) => (sameValue(value, values.get(key)) ? [] : [key]))
  return pick(fields, keys)
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0

export const isStale = (error: unknown): boolean => isApiError(error) && error.code === 'stale'

/**
 * What remains of a change after another user has saved the record: all of it if they did not change the fields it
 * depends on, null if they saved the same values, otherwise what the reader chooses.
 */
export const finishAfter = async <F extends object>(
  write: object,
  { fields, seen, subject }: FieldChange<F>,
  theirs: Saved & object,
): Promise<Partial<F> | null> => {
  if (isEmpty(differing(seen, theirs))) return fields
  if (isEmpty(differing(fields, theirs))) return null
  const yours = { ...seen, ...fields }
  const answer = await askConflict({
    write,
    subject,
    changedBy: theirs.modifiedBy,
    base: seen,
    yours,
    theirs: pick({ ...theirs }, Object.keys(yours)),
  })
  if (!answer) return null
  const chosen = pick(fields, Object.keys(differing(pick(answer, Object.keys(fields)), theirs)))
  return isEmpty(chosen) ? null : chosen
}

interface Saving<F, T, R> {
  /** The version that the reader saw. */
  readonly version: number
  readonly save: (fields: F, version: number) => Promise<R>
  readonly readAgain: () => Promise<T>
}

/**
 * Saves a few fields with the version that the reader saw; every quick change uses this. If another user has saved the
 * record since (412), the change is applied to their record, and the reader is asked about conflicts. Resolves to null
 * if their record stays. Throws ApiError for every other refusal.
 */
export async function saveOver<F extends object, T extends Saved, R>(
  write: FieldChange<F>,
  { save, readAgain, ...from }: Saving<F | Partial<F>, T, R>,
): Promise<R | null> {
  let change: FieldChange<F | Partial<F>> = write
  let version = from.version
  for (;;) {
    try {
      return await save(change.fields, version)
    } catch (error) {
      if (!isStale(error)) throw error
      const theirs = await readAgain()
      version = theirs.version
      const fields = await finishAfter(write, change, theirs)
      if (!fields) return null
      change = { ...change, fields, seen: { ...change.seen, ...pick({ ...theirs }, Object.keys(change.seen)) } }
    }
  }
}
