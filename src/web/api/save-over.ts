import { sameValue } from '#domain/changes/same-value.ts'
import { askConflict } from '#web/stores/conflict-questions.ts'
import { isApiError } from './api-error.ts'

/** Fields to change in a record, with what the reader saw of it. */
export interface FieldChange<F extends object> {
  readonly fields: F
  /** The fields that decide whether the change still means the same, as the reader saw them. */
  readonly seen: Readonly<Record<string, unknown>>
  /** What the reader is asked about when somebody else was quicker: 'Weld frame'. */
  readonly subject: string
}

interface Saved {
  readonly version: number
  readonly modifiedBy: string
}

/** The record with these fields alone. */
export const pick = <T extends object>(record: T, keys: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key))) as Partial<T>

/** The fields of a change whose values differ from those of a record. */
const differing = <F extends object>(fields: F, record: object): Partial<F> => {
  const values = new Map<string, unknown>(Object.entries(record))
  const keys = Object.entries(fields).flatMap(([key, value]) => (sameValue(value, values.get(key)) ? [] : [key]))
  return pick(fields, keys)
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0

export const isStale = (error: unknown): boolean => isApiError(error) && error.code === 'stale'

/**
 * What is left of a change after somebody else has saved the record: all of it where they left alone what it depends on,
 * nothing (null) where they saved the same, else what the reader decides.
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
 * The one way of a quick change through a stale save (412): saves a few fields against the version that its reader saw. When somebody
 * else has saved the record meanwhile, the change is made on top of theirs, and the reader is asked where the two meet. Resolves
 * to null when theirs stays. Throws ApiError for every other refusal.
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
