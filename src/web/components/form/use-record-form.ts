import { createElement, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod/mini'
import { sameValue } from '#domain/changes/same-value.ts'
import { clearDraft, readDraft, saveDraft } from '#web/stores/drafts.ts'
import { useSession } from '#web/stores/session.ts'
import { UnsavedChangesDialog } from '../unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '../unsaved-changes/use-unsaved-changes.ts'
import type { FormFrame } from './form.tsx'
import { type ContractForm, type ContractFormOptions, useContractForm } from './use-contract-form.ts'

/** The typed values and the record they are based on; null is a new record. Its version is used for saving. */
interface StoredDraft<Rec, Values> {
  readonly record: Rec | null
  readonly values: Values
}

/** The draft of an ended session; null if there is none or it is from an earlier release. */
const readStoredDraft = <Rec, Values>(entityType: string, entityId: string | null): StoredDraft<Rec, Values> | null => {
  const draft = readDraft<StoredDraft<Rec, Values>>(entityType, entityId)
  return draft && 'record' in draft ? draft : null
}

/** The subject of a dialog that an ended session closed with typed text, so that its screen opens it again; null if none. */
export const keptSubject = <Rec>(entityType: string): Rec | 'new' | null => {
  const stored = readStoredDraft<Rec, unknown>(entityType, null)
  return stored && (stored.record ?? 'new')
}

type RecordFormOptions<Rec extends object, Values extends FieldValues, Input> = Pick<
  ContractFormOptions<Values, Input>,
  'mode' | 'problemsOf'
> & {
  entityType: string
  /** Omit it if only one form of this kind can be open and the screen does not know which (`keptSubject`). */
  entityId?: string | null
  /** The record to edit; null creates a new one. */
  record: Rec | null
  /** Converts a record into the values of the controls. */
  valuesOf: (record: Rec | null) => NoInfer<Values>
  /** The schema of the contract for the values of the controls; `record` is the record that the form was filled from. */
  schemaOf: (record: Rec | null) => z.ZodMiniType<Input, Values>
}

export interface RecordForm<Rec extends object, Values extends FieldValues, Input> extends ContractForm<Values, Input> {
  /** The record that the form was filled from. */
  base: Rec | null
  /** Fills the form from a record and then applies the `typed` values. */
  rebase: (next: Rec | null, typed?: Values) => void
  leaving: NonNullable<FormFrame['leaving']>
}

/**
 * The form of a record. Typed values survive an ended session and return after sign-in, and the form asks before they
 * are lost. The form follows its record until something is typed; then `base` stays the record that was being edited.
 */
export function useRecordForm<Rec extends object, Values extends FieldValues, Input>(
  options: RecordFormOptions<Rec, Values, Input>,
): RecordForm<Rec, Values, Input> {
  const { entityType, entityId = null, record, valuesOf, schemaOf, mode, problemsOf } = options
  const [stored] = useState(() => {
    const draft = readStoredDraft<Rec, Values>(entityType, entityId)
    return draft && (entityId !== null || sameValue(draft.record, record)) ? draft : null
  })
  const [base, setBase] = useState(stored ? stored.record : record)
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
    if (stored) form.reset({ ...valuesOf(base), ...stored.values }, { keepDefaultValues: true })
  })
  useEffect(() => restore(), [])

  const follow = useEffectEvent((latest: Rec | null) => {
    if (latest && !sameValue(latest, base) && sameValue(form.getValues(), valuesOf(base))) rebase(latest)
  })
  useEffect(() => follow(record), [record])

  const keep = useEffectEvent((over: Rec | null, values: Values) => {
    if (useSession.getState().userId === null) return
    if (sameValue(values, valuesOf(over))) clearDraft(entityType, entityId)
    else saveDraft<StoredDraft<Rec, Values>>(entityType, entityId, { record: over, values })
  })
  useEffect(() => {
    keep(base, form.getValues())
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(base, values) })
  }, [form, base])
  useEffect(
    () => () => {
      // A user who leaves the form while signed in does so on purpose.
      if (useSession.getState().userId !== null) clearDraft(entityType, entityId)
    },
    [entityType, entityId],
  )

  // While a form saves, only its own screen leaves it, for example to open what was created.
  const blocked = useUnsavedChanges(isDirty && !contractForm.isBusy, entityType, entityId)
  return {
    ...contractForm,
    base,
    rebase,
    leaving: {
      // Created here, because `Form` also serves the sign-in card, which must not load dialogs.
      question: createElement(UnsavedChangesDialog, { blocked }),
      isRestored: stored !== null,
      startOver: () => rebase(base),
    },
  }
}
