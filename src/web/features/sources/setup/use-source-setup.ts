import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DataSource, SourceOrigin } from '#contract/data-sources.ts'
import { type ImportField, projectColumns } from '#contract/imports.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import {
  changeSourceMutation,
  createSourceMutation,
  runSourceMutation,
} from '#web/api/integrations/data-sources.mutations.ts'
import { type ContractForm, useContractForm } from '#web/components/form/use-contract-form.ts'
import { readBase64 } from '#web/components/import/import-rows.ts'
import { useUsualOrder } from '#web/components/import/use-import-draft.ts'
import { readingOf } from '../source-reading.ts'
import {
  originOf,
  type SourceSettings,
  type SourceValues,
  settingsSchema,
  sourceValues,
  stepFields,
} from './source-form.ts'
import { type Sample, type SourceTable, useSourceTable } from './use-source-table.ts'

export type SetupStep = 'origin' | 'rows' | 'rules'

export interface SourceSetup extends Omit<SourceTable, 'read' | 'isChanged' | 'tried'> {
  form: Omit<ContractForm<SourceValues, SourceSettings>, 'submit'>
  step: SetupStep
  setStep: (step: SetupStep) => void
  /** Null while it is incomplete. */
  origin: SourceOrigin | null
  /** True if the file was read from where the form says, or nothing about that has changed. */
  isRead: boolean
  read: () => Promise<void>
  readSample: (file: File) => Promise<void>
  /** The fields that are imported. */
  fields: readonly ImportField[]
  hasEdits: boolean
  /** Saves, and imports at once if `runsNow`. Goes to the step of the first problem. */
  save: (runsNow: boolean) => Promise<void>
}

const allFields = [...stepFields.origin, ...stepFields.rules]

/** Checks a field again while the reader corrects it. A form does so only after its first submit, which here comes in the last step. */
const useShownProblems = ({ subscribe, getFieldState, clearErrors, trigger }: SourceSetup['form']['form']): void =>
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const changed = allFields.find((field) => name === field || name?.startsWith(`${field}.`))
          if (!changed || !getFieldState(changed).error) return
          // Another kind has other controls, in which nothing was typed yet.
          if (name?.endsWith('.kind')) clearErrors(changed)
          else void trigger(changed)
        },
      }),
    [subscribe, getFieldState, clearErrors, trigger],
  )

/** Setting up a data source, or changing one: its form, the table of its file, and what is saved of both. */
export function useSourceSetup(source: DataSource | null, onSaved: (source: DataSource) => void): SourceSetup {
  const client = useQueryClient()
  const usualOrder = useUsualOrder()
  const { submit, ...form } = useContractForm({
    schema: settingsSchema(source),
    values: sourceValues(source),
    mode: 'onSubmit',
  })
  useShownProblems(form.form)
  const table = useSourceTable(source)
  const { draft, readFrom, tried } = table
  const [step, setStep] = useState<SetupStep>('origin')
  const creating = useMutation(createSourceMutation(client))
  const changing = useMutation(changeSourceMutation(client))
  const running = useMutation(runSourceMutation(client))

  const origin = originOf(form.form.watch())
  const lastOrigin = readFrom?.origin ?? source?.origin ?? null
  const read = async (sample: Sample | null = null) => {
    if (!(await form.form.trigger([...stepFields.origin], { shouldFocus: true })) || origin === null) return
    if (await table.read(origin, form.form.getValues('secret'), sample)) setStep('rows')
  }
  const save = (runsNow: boolean) =>
    submit(async (settings: SourceSettings) => {
      const reading = draft ? readingOf(draft, readFrom?.choice ?? {}, usualOrder) : source?.reading
      if (!reading) return
      const saved = source
        ? await changing.mutateAsync({ source, change: { ...settings, reading } })
        : await creating.mutateAsync({ ...settings, reading })
      // It is stored by now: a refused run must not make the reader save it again. A toast says why it was refused.
      if (runsNow) await running.mutateAsync({ sourceId: saved.sourceId, appliesAll: true }).catch(() => {})
      onSaved(saved)
    })
  return {
    ...table,
    form,
    step,
    setStep,
    origin,
    // A problem of a place that is no longer chosen says nothing about the present one.
    readProblem: origin !== null && sameValue(origin, tried) ? table.readProblem : null,
    isRead: origin !== null && lastOrigin !== null && sameValue(origin, lastOrigin),
    read: () => read(),
    readSample: async (file: File) => read({ fileName: file.name, base64: await readBase64(file) }),
    fields: draft
      ? projectColumns(draft.columns).filter((field) => field !== null)
      : (source?.reading.columns.map(({ field }) => field) ?? []),
    // While it saves, only this screen leaves the page.
    hasEdits: !form.isBusy && (form.isDirty || table.isChanged),
    save: async (runsNow: boolean) => {
      if (await form.form.trigger()) return save(runsNow)()
      const { errors } = form.form.formState
      setStep(stepFields.origin.some((name) => errors[name]) ? 'origin' : 'rules')
    },
  }
}
