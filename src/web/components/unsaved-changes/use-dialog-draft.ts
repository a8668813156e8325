import { useState } from 'react'
import { sameValue } from '#domain/changes/same-value.ts'
import { readKeptDraft, useKeptDraft } from './use-kept-draft.ts'

/** What a dialog is for: a record as it was read then, or a new one. */
export type DialogSubject<R> = R | 'new'

interface Kept<R, V> {
  readonly subject: DialogSubject<R>
  readonly values: V
}

/** What a dialog was for that an ended session closed with something typed in it: a screen opens it again; null when none was. */
export const keptSubject = <R>(entityType: string): DialogSubject<R> | null =>
  readKeptDraft<Kept<R, unknown>>(entityType, null)?.subject ?? null

/**
 * The values of a dialog's form and their setter. What was typed outlives an ended session (`useKeptDraft`), with the record it
 * was typed over, whose version decides when it is saved. One dialog of a kind is open at a time.
 */
export const useDialogDraft = <R extends object, V extends object>(
  entityType: string,
  record: R | null,
  fresh: V,
): [V, (change: Partial<V>) => void] => {
  const subject = record ?? 'new'
  const [base] = useState(fresh)
  const [values, setValues] = useState<V>(() => {
    const kept = readKeptDraft<Kept<R, V>>(entityType, null)
    return kept && sameValue(kept.subject, subject) ? { ...fresh, ...kept.values } : fresh
  })
  useKeptDraft(entityType, null, !sameValue(values, base), { subject, values } satisfies Kept<R, V>)
  return [values, (change) => setValues((before) => ({ ...before, ...change }))]
}
