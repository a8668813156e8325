import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { HolidayRule } from '#contract/holiday-rules.ts'
import { type Holiday, HolidayInput } from '#contract/holidays.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { saveHolidayMutation } from '#web/api/holidays.mutations.ts'
import { holidaysQuery } from '#web/api/holidays.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { formatDate } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { minutesFromInput, timeInputValue } from '../day-minutes.ts'
import { holidayFields, holidayInput } from './holiday-fields.ts'
import { RuleFields, ruleLike } from './rule-fields.tsx'

/** Of its draft. */
export const holidayEntity = 'holiday'

/** A whole day or a part of one, once or every year, for the organisation or one work centre. */
export function HolidayDialog({
  holiday,
  categories,
  today,
  onClose,
}: {
  holiday: Holiday | null
  categories: readonly Category[]
  today: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const dates = { ...useDateSettings(), zone: 'UTC' }
  const save = useMutation(saveHolidayMutation(client))
  const [values, set] = useDialogDraft(holidayEntity, holiday, {
    name: holiday?.name ?? '',
    date: holiday?.date ?? '',
    rule: holiday?.rule ?? (null as HolidayRule | null),
    isPart: (holiday?.fromMinute ?? null) !== null,
    from: timeInputValue(holiday?.fromMinute ?? 720),
    to: timeInputValue(holiday?.toMinute ?? 0),
    categoryId: holiday?.categoryId ?? '',
  })
  const { name, date, rule, isPart, from, to, categoryId } = values
  const endMinute = minutesFromInput(to)
  const input = {
    name: name.trim(),
    date: date || (rule ? today : ''),
    rule,
    fromMinute: isPart ? minutesFromInput(from) : null,
    // Midnight as the end is the end of the day.
    toMinute: isPart ? (endMinute === 0 ? 1_440 : endMinute) : null,
    categoryId: categoryId || null,
  }
  const ruleError = rule ? (HolidayRule.safeParse(rule).error?.issues[0]?.message ?? null) : null
  const parsed = HolidayInput.safeParse(input)
  const problem = parsed.success ? null : (ruleError ?? parsed.error.issues[0]?.message ?? null)
  const { ask, dialog } = useConfirmChange()
  const store = async (wanted: HolidayInput = input, version = holiday?.version) => {
    const saved = await save.mutateAsync({ ...wanted, ...(holiday && { holidayId: holiday.holidayId, version }) })
    toast.success(`${saved.name} saved`, undoAction(saved))
    onClose()
  }
  const submit = () =>
    parsed.success &&
    ask({
      title: `Save ${parsed.data.name}?`,
      confirmLabel: 'Save holiday',
      change: { kind: 'holiday', holidayId: holiday?.holidayId ?? null, holiday: parsed.data },
      act: () => store(),
    })
  return (
    <FormDialog
      title={holiday ? `Edit ${holiday.name}` : 'New holiday'}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
      disabledReason={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {save.error && <Alert>{errorSentence(save.error)}</Alert>}
      <TextField
        label="Name"
        required
        maxLength={120}
        value={name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <DateField
        label={rule ? 'First year from' : 'Date'}
        required={!rule}
        value={date}
        onChange={(event) => set({ date: event.target.value })}
      />
      <Toggle
        label="Repeats every year"
        checked={rule !== null}
        onChange={(event) => set({ rule: event.target.checked ? ruleLike('date', date || today) : null })}
      />
      {rule && <RuleFields rule={rule} date={date || today} onRule={(next) => set({ rule: next })} />}
      {ruleError && <Alert>{ruleError}</Alert>}
      <Toggle
        label="Closed for part of the day"
        checked={isPart}
        onChange={(event) => set({ isPart: event.target.checked })}
      />
      {isPart && (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            type="time"
            label="Closed from"
            value={from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField type="time" label="Closed to" value={to} onChange={(event) => set({ to: event.target.value })} />
        </div>
      )}
      <SelectField
        label="Applies to"
        placeholder="The organization"
        options={categories.map((category) => ({ value: category.categoryId, label: category.name }))}
        value={categoryId}
        onChange={(event) => set({ categoryId: event.target.value })}
      />
      {dialog}
      {holiday && (
        <StaleRecord
          error={save.error}
          subject={holiday.name}
          base={holiday}
          yours={{ ...holiday, ...input }}
          fields={holidayFields(categories, (day) => formatDate(`${day}T00:00:00Z`, dates))}
          readAgain={async () =>
            (await client.fetchQuery({ ...holidaysQuery(), staleTime: 0 })).find(
              ({ holidayId }) => holidayId === holiday.holidayId,
            )
          }
          busy={save.isPending}
          onSave={(merged, theirs) => void store(holidayInput(merged), theirs.version).catch(() => {})}
          onBack={save.reset}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}
