import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ZodType } from 'zod'
import { sameValue } from '#domain/changes/same-value.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { useSession } from '#web/stores/session.ts'
import { useUnsavedChanges } from '../unsaved-changes/use-unsaved-changes.ts'
import type { FormFrame } from './form.tsx'
import { type ContractForm, type ContractFormOptions, useContractForm } from './use-contract-form.ts'

/** What was typed, and the record it was typed over; null is a new record. Its version decides when it is saved. */
interface KeptDraft<Rec, Values> {
  readonly record: Rec | null
  readonly values: Values
}

/** What an ended session left behind; null when there is nothing, or something that an earlier release wrote. */
const readKept = <Rec, Values>(entityType: string, entityId: string | null): KeptDraft<Rec, Values> | null => {
  const draft = readDraft<KeptDraft<Rec, Values>>(entityType, entityId)
  return draft && 'record' in draft ? draft : null
}

/** What a dialog was for that an ended session closed with something typed in it: a screen opens it again; null when none was. */
export const keptSubject = <Rec>(entityType: string): Rec | 'new' | null => {
  const kept = readKept<Rec, unknown>(entityType, null)
  return kept && (kept.record ?? 'new')
}

type RecordFormOptions<Rec extends object, Values extends FieldValues, Input> = Pick<
  ContractFormOptions<Values, Input>,
  'mode' | 'problemsOf'
> & {
  entityType: string
  /** Left out where one form of the kind is open at a time, and the screen does not know which (`keptSubject`). */
  entityId?: string | null
  /** What is edited; null makes a new one. */
  record: Rec | null
  /** A record as the controls show it. */
  valuesOf: (record: Rec | null) => NoInfer<Values>
  /** The contract's schema, over what the controls hold; `record` is what the form was filled from. */
  schemaOf: (record: Rec | null) => ZodType<Input, Values>
}

export interface RecordForm<Rec extends object, Values extends FieldValues, Input> extends ContractForm<Values, Input> {
  /** What the form was filled from. */
  base: Rec | null
  /** Fills the form from a record, with what was `typed` on top. */
  rebase: (next: Rec | null, typed?: Values) => void
  leaving: NonNullable<FormFrame['leaving']>
}

/**
 * The form of a record. What is typed outlives an ended session and comes back after sign-in; leaving it is asked about.
 * While nothing is typed it follows the record; once something is, `base` stays what it was typed over.
 */
export function useRecordForm<Rec extends object, Values extends FieldValues, Input>(
  options: RecordFormOptions<Rec, Values, Input>,
): RecordForm<Rec, Values, Input> {
  const { entityType, entityId = null, record, valuesOf, schemaOf, mode, problemsOf } = options
  const [kept] = useState(() => {
    const draft = readKept<Rec, Values>(entityType, entityId)
    return draft && (entityId !== null || sameValue(draft.record, record)) ? draft : null
  })
  const [base, setBase] = useState(kept ? kept.record : record)
  const contractForm = useContractForm<Values, Input>({
    schema: schemaOf(base),
    values: valuesOf(base),
    mode,
    problemsOf,
  })
  const { form, isDirty, forgetFailure } = contractForm

  const rebase = (next: Rec | null, typed?: Values) => {
    form.reset(valuesOf(next))
    if (typed) form.reset(typed, { keepDefaultValues: true })
    setBase(next)
    forgetFailure()
  }
  const restore = useEffectEvent(() => {
    if (kept) form.reset({ ...valuesOf(base), ...kept.values }, { keepDefaultValues: true })
  })
  useEffect(() => restore(), [])

  const follow = useEffectEvent((latest: Rec | null) => {
    if (latest && !sameValue(latest, base) && sameValue(form.getValues(), valuesOf(base))) rebase(latest)
  })
  useEffect(() => follow(record), [record])

  const keep = useEffectEvent((over: Rec | null, values: Values) => {
    if (useSession.getState().userId === null) return
    if (sameValue(values, valuesOf(over))) clearDraft(entityType, entityId)
    else saveDraft<KeptDraft<Rec, Values>>(entityType, entityId, { record: over, values })
  })
  useEffect(() => {
    keep(base, form.getValues())
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(base, values) })
  }, [form, base])
  useEffect(
    () => () => {
      // Leaving while signed in is meant.
      if (useSession.getState().userId !== null) clearDraft(entityType, entityId)
    },
    [entityType, entityId],
  )

  const blocked = useUnsavedChanges(isDirty, entityType, entityId)
  return {
    ...contractForm,
    base,
    rebase,
    leaving: { blocked, isRestored: kept !== null, startOver: () => rebase(base) },
  }
}
