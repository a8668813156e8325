import { isApiError } from '#web/api/api-error.ts'
import { sameValue } from './merge-records.ts'

interface SavingOver<C extends object, T extends { version: number }, R> {
  /** What is wanted: the fields to save. */
  readonly change: C
  /** The fields that decide whether the change still means the same, as its reader saw them. */
  readonly seen: Partial<T>
  readonly version: number
  readonly save: (change: C, version: number) => Promise<R>
  readonly readAgain: () => Promise<T>
  /** Called when they changed one of the fields of `seen`: what is wanted now, null to leave theirs. */
  readonly ask: (theirs: T, change: C, seen: Partial<T>) => Promise<C | null>
}

/**
 * Saves a change that was made without a form (a card moved, a bar dragged) against the version its reader saw. When
 * somebody saved the record meanwhile: as long as none of the fields in `seen` has changed, the same change is sent
 * again on their version, and both stand; else the reader is asked, unless they have saved the same. Null when theirs
 * stay. Throws ApiError.
 */
export async function saveOver<C extends object, T extends { version: number }, R>(
  saving: SavingOver<C, T, R>,
): Promise<R | null> {
  let { change, seen, version } = saving
  for (;;) {
    try {
      return await saving.save(change, version)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'stale') throw error
      const theirs = await saving.readAgain()
      const fields = Object.keys(seen) as (keyof T)[]
      if (fields.some((key) => !sameValue(seen[key], theirs[key]))) {
        const wanted = stillWanted(change, theirs) && (await saving.ask(theirs, change, seen))
        if (!wanted) return null
        change = wanted
        seen = Object.fromEntries(fields.map((key) => [key, theirs[key]])) as Partial<T>
      }
      version = theirs.version
    }
  }
}

/** The fields of `wanted` that differ from what is stored now; null when nothing is left to save. */
export const stillWanted = <C extends object>(wanted: C | null, theirs: object): C | null => {
  if (wanted === null) return null
  const left = Object.entries(wanted).filter(([key, value]) => !sameValue(value, theirs[key as keyof object]))
  return left.length === 0 ? null : (Object.fromEntries(left) as C)
}

/** The record with these fields alone. */
export const pick = <T extends object>(record: T, keys: readonly (keyof T | string)[]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key))) as Partial<T>
