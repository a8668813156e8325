import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Organisation } from '#contract/organisation.ts'
import type { Shift } from '#contract/shifts.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { saveOrganisationMutation } from '#web/api/organisation.mutations.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { timeZoneOptions } from '#web/components/reader/time-zone-options.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { readKeptDraft, useKeptDraft } from '#web/components/unsaved-changes/use-kept-draft.ts'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type SettingsValues, settingsChanges, settingsProblems, valuesOf } from './settings-values.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekStarts = weekdays.map((label, index) => ({ value: String(index + 1), label }))

const entity = 'organisation'
interface Kept {
  values: SettingsValues
  base: Organisation
}

type SettingsFormProps = { organisation: Organisation; shifts: readonly Shift[] }

/** The settings, saved on top of the version they were read at; a stale one shows who was quicker and keeps what was typed. */
export function SettingsForm({ organisation, shifts }: SettingsFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({ ...saveOrganisationMutation(queryClient), meta: { handled: true } })
  // The version the form was filled from: what others save meanwhile must not be overwritten unseen.
  const [left] = useState(() => readKeptDraft<Kept>(entity, organisation.tenantId))
  const [base, setBase] = useState(left?.base ?? organisation)
  const [values, setValues] = useState(() => left?.values ?? valuesOf(organisation))
  const set = (change: Partial<SettingsValues>) => {
    if (save.isError) save.reset()
    setValues({ ...values, ...change })
  }
  const changes = settingsChanges(valuesOf(base), values)
  const isChanged = Object.keys(changes).length > 0
  const blocked = useUnsavedChanges(isChanged, entity, base.tenantId)
  useKeptDraft(entity, base.tenantId, isChanged, { values, base } satisfies Kept)
  const problems = settingsProblems(values)
  const isStale = isApiError(save.error) && save.error.code === 'stale'
  const fill = (fresh: Organisation, keep: Partial<SettingsValues> = {}) => {
    setBase(fresh)
    setValues({ ...valuesOf(fresh), ...keep })
    save.reset()
  }
  const rebase = async () => {
    const mine = Object.fromEntries(Object.keys(changes).map((field) => [field, values[field as keyof SettingsValues]]))
    fill(await queryClient.fetchQuery({ ...organisationQuery(), staleTime: 0 }), mine)
  }
  const { ask, dialog } = useConfirmChange()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || Object.keys(problems).length > 0 || save.isPending) return
    const { timeZone, freezeWorkingDays, defaultShiftId } = changes
    const movesPlan = [timeZone, freezeWorkingDays, defaultShiftId].some((value) => value !== undefined)
    ask({
      title: 'Save the settings?',
      confirmLabel: 'Save settings',
      change: movesPlan ? { kind: 'organisation', timeZone, freezeWorkingDays, defaultShiftId } : null,
      act: async () => {
        const saved = await save.mutateAsync({ ...changes, version: base.version })
        fill(saved)
        toast.success('Settings saved', undoAction(saved))
      },
    })
  }
  return (
    <Panel title="Organization settings">
      <form className="flex flex-col gap-3 p-3" noValidate onSubmit={submit}>
        {save.isError && (
          <Alert kind={isStale ? 'warning' : 'error'}>
            {errorSentence(save.error)}{' '}
            {isStale && (
              <button type="button" className="rounded-inner underline" onClick={() => void rebase()}>
                Load their changes, keep mine
              </button>
            )}
          </Alert>
        )}
        <TextField
          label="Name"
          required
          maxLength={200}
          value={values.name}
          error={problems.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <SelectField
          label="Time zone"
          description="Shifts and ship dates use this time zone."
          options={timeZoneOptions}
          value={values.timeZone}
          onChange={(event) => set({ timeZone: event.target.value })}
        />
        <SelectField
          label="Default shift"
          placeholder="None: 24/7"
          description="For work centers without a shift pattern of their own."
          options={shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))}
          value={values.defaultShiftId}
          onChange={(event) => set({ defaultShiftId: event.target.value })}
        />
        <NumberField
          label="Freeze window"
          unit="days"
          min={0}
          max={60}
          step={1}
          description="A run does not move operations that start within this many working days."
          value={values.freezeWorkingDays}
          error={problems.freezeWorkingDays}
          onChange={(event) => set({ freezeWorkingDays: event.target.value })}
        />
        <SelectField
          label="Week starts on"
          options={weekStarts}
          value={values.weekStartsOn}
          onChange={(event) => set({ weekStartsOn: event.target.value })}
        />
        <TextField
          label="Prefix of new project numbers"
          maxLength={12}
          description={`A new number then looks like ${values.projectNumberPrefix.trim()}1042.`}
          value={values.projectNumberPrefix}
          onChange={(event) => set({ projectNumberPrefix: event.target.value })}
        />
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving…"
            disabledReason={Object.values(problems)[0] ?? (!isChanged && 'Nothing has changed')}
          >
            Save
          </Button>
          {isChanged && (
            <Button disabled={save.isPending} onClick={() => fill(base)}>
              Discard
            </Button>
          )}
        </div>
      </form>
      {dialog}
      <UnsavedChangesDialog blocked={blocked} />
    </Panel>
  )
}
