import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod/mini'
import type { Shift } from '#contract/shifts.ts'
import { type HistoryYears, historyYears, type TenantSettings } from '#contract/tenant-settings.ts'
import { closedDayRules, learnedPaceUses } from '#contract/vocabulary.ts'
import { saveTenantSettingsMutation } from '#web/api/tenants/tenant-settings.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { TimeZoneField } from '#web/components/reader/time-zone-field.tsx'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { closedDayRuleWords, learnedPaceWords } from '#web/components/record-history/change-words.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { ConfirmHistoryLoss, historyWords } from './confirm-history-loss.tsx'
import { losesHistory, SettingsInput, settingsChanges, valuesOf } from './settings-values.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekStarts = weekdays.map((label, index) => ({ value: String(index + 1), label }))

const compared = (shifts: readonly Shift[]): RecordField<TenantSettings>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  { key: 'timeZone', label: 'Time zone', format: ({ timeZone }) => timeZone },
  {
    key: 'defaultShiftId',
    label: 'Default shift',
    format: ({ defaultShiftId }) => shifts.find(({ shiftId }) => shiftId === defaultShiftId)?.name ?? 'None: 24/7',
  },
  {
    key: 'closedDayRule',
    label: 'A closed day closes',
    format: ({ closedDayRule }) => closedDayRuleWords[closedDayRule],
  },
  { key: 'freezeWorkingDays', label: 'Freeze window', format: ({ freezeWorkingDays }) => `${freezeWorkingDays} days` },
  { key: 'weekStartsOn', label: 'Week starts on', format: ({ weekStartsOn }) => weekdays[weekStartsOn - 1] ?? '—' },
  {
    key: 'projectNumberPrefix',
    label: 'Prefix of new project numbers',
    format: ({ projectNumberPrefix }) => projectNumberPrefix || '—',
  },
  {
    key: 'plannersChangeWorkingTime',
    label: 'Planners may change working time',
    format: ({ plannersChangeWorkingTime }) => (plannersChangeWorkingTime ? 'yes' : 'no'),
  },
  {
    key: 'plannersApplyPlans',
    label: 'Planners may apply plans for the whole shop',
    format: ({ plannersApplyPlans }) => (plannersApplyPlans ? 'yes' : 'no'),
  },
  {
    key: 'learnedPace',
    label: 'Learned times of work',
    format: ({ learnedPace }) => learnedPaceWords[learnedPace],
  },
  {
    key: 'keepHistoryYears',
    label: 'Keep history for',
    format: ({ keepHistoryYears }) => historyWords(keepHistoryYears),
  },
]

const useSettingsForm = (tenant: TenantSettings) =>
  useRecordForm({
    entityType: 'organization',
    entityId: tenant.tenantId,
    record: tenant,
    valuesOf: (record: TenantSettings | null) => valuesOf(record ?? tenant),
    schemaOf: () => SettingsInput,
  })

/** The settings, saved with the version that was read. */
export function SettingsForm({ tenant, shifts }: { tenant: TenantSettings; shifts: readonly Shift[] }) {
  const queryClient = useQueryClient()
  const write = useMutation({ ...saveTenantSettingsMutation(queryClient), meta: { handled: true } })
  const editor = useSettingsForm(tenant)
  const { form, attempt, rebase, isBusy, isDirty } = editor
  const base = editor.base ?? tenant
  const { ask, dialog } = useConfirmChange()
  const [loss, setLoss] = useState<{ years: HistoryYears; save: () => void } | null>(null)
  const submit = (input: z.infer<typeof SettingsInput>, over = base) => {
    const changes = settingsChanges(over, input)
    if (Object.keys(changes).length === 0) return rebase(over)
    const { timeZone, freezeWorkingDays, defaultShiftId, closedDayRule } = changes
    const planChange = { timeZone, freezeWorkingDays, defaultShiftId, closedDayRule }
    const movesPlan = Object.values(planChange).some((value) => value !== undefined)
    const store = async () => {
      const saved = await write.mutateAsync({ ...changes, version: over.version })
      rebase(saved)
      toast.success('Settings saved', undoAction(saved))
    }
    const save = () =>
      ask({
        title: 'Save the settings?',
        confirmLabel: 'Save settings',
        change: movesPlan ? { kind: 'organisation', ...planChange } : null,
        act: () => attempt(store),
      })
    if (losesHistory(over, changes)) setLoss({ years: changes.keepHistoryYears, save })
    else save()
  }
  const readAgain = () => queryClient.fetchQuery({ ...tenantSettingsQuery(), staleTime: 0 })
  return (
    <Panel title="Organization settings">
      <Form
        frame={editor}
        disabledReason={!isDirty && 'Nothing has changed'}
        onSubmit={form.handleSubmit((input) => submit(input))}
      >
        <SettingsFields editor={editor} shifts={shifts} />
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
      <StaleRecord<TenantSettings>
        error={editor.failure}
        subject="Organization settings"
        base={base}
        yours={{ ...base, ...SettingsInput.safeParse(form.getValues()).data }}
        fields={compared(shifts)}
        readAgain={readAgain}
        busy={isBusy}
        onSave={(merged, theirs) => submit(SettingsInput.parse(valuesOf(merged)), theirs)}
        onBack={editor.forgetFailure}
        onTakeTheirs={() => void attempt(async () => rebase(await readAgain()))}
      />
      {dialog}
      {loss && <ConfirmHistoryLoss {...loss} onClose={() => setLoss(null)} />}
    </Panel>
  )
}

type SettingsFieldsProps = { editor: ReturnType<typeof useSettingsForm>; shifts: readonly Shift[] }

const SettingsFields = ({ editor: { form, field, choice }, shifts }: SettingsFieldsProps) => (
  <>
    <TextField label="Name" required maxLength={200} {...field('name')} />
    <TimeZoneField
      description="Shifts and ship dates use this time zone."
      error={field('timeZone').error}
      {...choice('timeZone')}
    />
    <SelectField
      label="Default shift"
      placeholder="None: 24/7"
      description="For work centers without a shift pattern of their own."
      options={shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))}
      {...field('defaultShiftId')}
    />
    <SelectField
      label="A closed day closes"
      description="Applies to shifts that run past midnight."
      options={closedDayRules.map((rule) => ({ value: rule, label: closedDayRuleWords[rule] }))}
      {...field('closedDayRule')}
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
    <Toggle
      label="Planners may change working time"
      description="Overtime, downtime and capacity. Shift patterns and holidays stay with admins."
      {...form.register('plannersChangeWorkingTime')}
    />
    <Toggle
      label="Planners may apply plans for the whole shop"
      description="Otherwise they ask an admin: Schedule all, proposals about several projects, reverting a run."
      {...form.register('plannersApplyPlans')}
    />
    <SelectField
      label="Learned times of work"
      description="How long work takes against its estimates, learned from finished operations. Estimates stay as they are."
      options={learnedPaceUses.map((use) => ({ value: use, label: learnedPaceWords[use] }))}
      {...field('learnedPace')}
    />
    <SelectField
      label="Keep history for"
      placeholder="Forever"
      description="Older history, including the audit log, is deleted and cannot be restored. Open projects keep theirs."
      options={historyYears.map((years) => ({ value: String(years), label: formatCount(years, 'year') }))}
      {...field('keepHistoryYears')}
    />
  </>
)
