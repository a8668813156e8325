import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import type { Holiday, HolidayInput } from '#contract/holidays.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { saveHolidayMutation } from '#web/api/working-time/holidays.mutations.ts'
import { holidaysQuery } from '#web/api/working-time/holidays.queries.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { useChangeInForm } from '#web/components/working-time-change/use-change-in-form.tsx'
import { formatDay } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import {
  type HolidayValues,
  holidayFields,
  holidayFromValues,
  holidayInput,
  holidaySchema,
  holidayValues,
} from './holiday-fields.ts'
import { RuleFields, ruleLike } from './rule-fields.tsx'

/** The name under which the draft of this dialog is stored. */
export const holidayEntity = 'holiday'

type HolidayDialogProps = {
  holiday: Holiday | null
  categories: readonly Category[]
  today: string
  onClose: () => void
}

const useHolidayForm = (holiday: Holiday | null, today: string) =>
  useRecordForm<Holiday, HolidayValues, HolidayInput>({
    entityType: holidayEntity,
    record: holiday,
    valuesOf: holidayValues,
    schemaOf: () => holidaySchema(today),
  })

/** Edits a holiday: a whole or partial day, once or every year, for the organization or one work center. */
export function HolidayDialog({ holiday, categories, today, onClose }: HolidayDialogProps) {
  const client = useQueryClient()
  const dates = useDateSettings()
  const save = useMutation(saveHolidayMutation(client))
  const editor = useHolidayForm(holiday, today)
  const { form, base, attempt } = editor
  const { ask, confirming, effect } = useChangeInForm(form.watch())
  const store = async (wanted: HolidayInput, version = base?.version) => {
    const saved = await save.mutateAsync({ ...wanted, ...(base && { holidayId: base.holidayId, version }) })
    toast.success(`${saved.name} saved`, undoAction(saved))
    onClose()
  }
  const submit = (wanted: HolidayInput) =>
    ask({
      confirmLabel: 'Save holiday',
      change: { kind: 'holiday', holidayId: base?.holidayId ?? null, holiday: wanted },
      act: () => attempt(() => store(wanted)),
    })
  return (
    <FormDialog
      title={holiday ? `Edit ${holiday.name}` : 'New holiday'}
      submitLabel="Save"
      busyLabel="Saving…"
      frame={editor}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      {...confirming}
    >
      <HolidayFormFields editor={editor} categories={categories} today={today} />
      {effect}
      {base && (
        <StaleRecord
          error={editor.failure}
          subject={base.name}
          base={base}
          yours={{ ...base, ...holidayFromValues(form.getValues(), today) }}
          fields={holidayFields(categories, (day) => formatDay(day, dates))}
          readAgain={async () =>
            (await client.fetchQuery({ ...holidaysQuery(), staleTime: 0 })).find(
              ({ holidayId }) => holidayId === base.holidayId,
            )
          }
          busy={editor.isBusy}
          onSave={(merged, theirs) => void attempt(() => store(holidayInput(merged), theirs.version))}
          onBack={editor.forgetFailure}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}

type HolidayFormFieldsProps = {
  editor: ReturnType<typeof useHolidayForm>
  categories: readonly Category[]
  today: string
}

function HolidayFormFields({ editor, categories, today }: HolidayFormFieldsProps) {
  const { form, field, choice, problemOf } = editor
  const [date, isPart] = form.watch(['date', 'isPart'])
  const { value: rule, onChange: setRule } = choice('rule')
  const ruleProblem = problemOf('rule')
  return (
    <>
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <DateField label={rule ? 'First year from' : 'Date'} required={!rule} {...field('date')} />
      <Toggle
        label="Repeats every year"
        checked={rule !== null}
        onChange={(event) => setRule(event.target.checked ? ruleLike('date', date || today) : null)}
      />
      {rule && <RuleFields rule={rule} date={date || today} onRule={setRule} />}
      {ruleProblem && <Alert>{ruleProblem}</Alert>}
      <Toggle label="Closed for part of the day" {...form.register('isPart')} />
      {isPart && (
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField type="time" label="Closed from" {...field('fromMinute')} />
          <TextField type="time" label="Closed to" {...field('toMinute')} />
        </div>
      )}
      <SelectField
        label="Applies to"
        placeholder="The organization"
        options={categories
          .filter((category) => !isOutside(category))
          .map((category) => ({ value: category.categoryId, label: category.name }))}
        {...field('categoryId')}
      />
    </>
  )
}
