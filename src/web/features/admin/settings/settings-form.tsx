import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Shift } from '#contract/shifts.ts'
import type { TenantSettings } from '#contract/tenant-settings.ts'
import { isApiError } from '#web/api/api-error.ts'
import { saveTenantSettingsMutation } from '#web/api/tenant-settings.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { timeZoneOptions } from '#web/components/reader/time-zone-options.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { keepMine, SettingsInput, settingsChanges, valuesOf } from './settings-values.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekStarts = weekdays.map((label, index) => ({ value: String(index + 1), label }))

const useSettingsForm = (tenant: TenantSettings) =>
  useRecordForm({
    entityType: 'organisation',
    entityId: tenant.tenantId,
    record: tenant,
    valuesOf: (record: TenantSettings | null) => valuesOf(record ?? tenant),
    schemaOf: () => SettingsInput,
  })

/** The settings, saved with the version that was read. On a conflict, the form keeps the typed values. */
export function SettingsForm({ tenant, shifts }: { tenant: TenantSettings; shifts: readonly Shift[] }) {
  const queryClient = useQueryClient()
  const save = useMutation({ ...saveTenantSettingsMutation(queryClient), meta: { handled: true } })
  const editor = useSettingsForm(tenant)
  const { form, attempt, rebase, failure, problem, isBusy, isDirty } = editor
  const base = editor.base ?? tenant
  const isStale = isApiError(failure) && failure.code === 'stale'
  const { ask, dialog } = useConfirmChange()
  const submit = (input: z.infer<typeof SettingsInput>) => {
    const changes = settingsChanges(base, input)
    const { timeZone, freezeWorkingDays, defaultShiftId } = changes
    const movesPlan = [timeZone, freezeWorkingDays, defaultShiftId].some((value) => value !== undefined)
    const store = async () => {
      const saved = await save.mutateAsync({ ...changes, version: base.version })
      rebase(saved)
      toast.success('Settings saved', undoAction(saved))
    }
    ask({
      title: 'Save the settings?',
      confirmLabel: 'Save settings',
      change: movesPlan ? { kind: 'organisation', timeZone, freezeWorkingDays, defaultShiftId } : null,
      act: () => attempt(store),
    })
  }
  const loadTheirs = async () => {
    const theirs = await queryClient.fetchQuery({ ...tenantSettingsQuery(), staleTime: 0 })
    rebase(theirs, keepMine(valuesOf(base), form.getValues(), valuesOf(theirs)))
  }
  return (
    <Panel title="Organization settings">
      <Form
        frame={isStale ? { ...editor, problem: null } : editor}
        disabledReason={!isDirty && 'Nothing has changed'}
        onSubmit={form.handleSubmit(submit)}
      >
        {isStale && (
          <Alert kind="warning">
            {problem}{' '}
            <button type="button" className="rounded-inner underline" onClick={() => void loadTheirs()}>
              Load their changes, keep mine
            </button>
          </Alert>
        )}
        <SettingsFields {...{ editor, shifts }} />
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            busyLabel="Saving…"
            disabledReason={!isDirty && 'Nothing has changed'}
          >
            Save
          </Button>
          {isDirty && (
            <Button disabled={isBusy} onClick={() => rebase(base)}>
              Discard
            </Button>
          )}
        </div>
      </Form>
      {dialog}
    </Panel>
  )
}

type SettingsFieldsProps = { editor: ReturnType<typeof useSettingsForm>; shifts: readonly Shift[] }

const SettingsFields = ({ editor: { form, field }, shifts }: SettingsFieldsProps) => (
  <>
    <TextField label="Name" required maxLength={200} {...field('name')} />
    <SelectField
      label="Time zone"
      description="Shifts and ship dates use this time zone."
      options={timeZoneOptions}
      {...field('timeZone')}
    />
    <SelectField
      label="Default shift"
      placeholder="None: 24/7"
      description="For work centers without a shift pattern of their own."
      options={shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))}
      {...field('defaultShiftId')}
    />
    <NumberField
      label="Freeze window"
      unit="days"
      min={0}
      max={60}
      step={1}
      description="A run does not move operations that start within this many working days."
      {...field('freezeWorkingDays')}
    />
    <SelectField label="Week starts on" options={weekStarts} {...field('weekStartsOn')} />
    <TextField
      label="Prefix of new project numbers"
      maxLength={12}
      description={`A new number then looks like ${form.watch('projectNumberPrefix').trim()}1042.`}
      {...field('projectNumberPrefix')}
    />
  </>
)
