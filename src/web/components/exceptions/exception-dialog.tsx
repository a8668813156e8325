import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { preprocess } from '#contract/fields.ts'
import { CalendarExceptionInput } from '#contract/holidays.ts'
import { isOutside, isWorkCenter } from '#domain/categories/category-kind.ts'
import { addExceptionMutation } from '#web/api/working-time/holidays.mutations.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useChangeInForm } from '#web/components/working-time-change/use-change-in-form.tsx'
import { availableWords } from '#web/lib/capacity-words.ts'
import { instantFromInput } from '#web/lib/date-input.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { exceptionEntity, kindTitles } from './exception-kinds.ts'
import { useExceptionRefusal } from './use-exception-refusal.ts'

/** The values of the controls: dates in local time, '' if there is no work center or no end. */
export type ExceptionValues = Record<'name' | 'startsAt' | 'endsAt' | 'categoryId' | 'units', string> &
  Pick<CalendarExceptionInput, 'kind'>

const blank: ExceptionValues = { kind: 'overtime', name: '', startsAt: '', endsAt: '', categoryId: '', units: '1' }

/** The default name of an entry: 'Overtime', 'Mill: 1 of 2 available'. */
const usualName = ({ kind, categoryId, units }: ExceptionValues, categories: readonly Category[]): string => {
  const center = categories.find((category) => category.categoryId === categoryId)
  return kind === 'capacity' && center
    ? `${center.name}: ${availableWords(Number(units), center.capacity)}`
    : kindTitles[kind]
}

const exceptionSchema = (zone: string, categories: readonly Category[]) =>
  preprocess((values: ExceptionValues) => {
    const { kind, name, startsAt, endsAt, categoryId, units } = values
    return {
      kind,
      name: name.trim() || usualName(values, categories),
      startsAt: instantFromInput(startsAt, zone),
      endsAt: instantFromInput(endsAt, zone),
      categoryId: categoryId || null,
      ...(kind === 'capacity' && { units }),
    }
  }, CalendarExceptionInput)

const useExceptionForm = (categories: readonly Category[], start: Partial<ExceptionValues> | undefined) => {
  const { zone } = useDateSettings()
  return useRecordForm({
    entityType: exceptionEntity,
    record: null,
    valuesOf: () => ({ ...blank, ...start }),
    schemaOf: () => exceptionSchema(zone, categories),
  })
}

type ExceptionDialogProps = {
  categories: readonly Category[]
  /** Initial values of the form. */
  start?: Partial<ExceptionValues>
  onClose: () => void
}

/** Adds overtime, downtime or a temporary capacity. */
export function ExceptionDialog({ categories, start, onClose }: ExceptionDialogProps) {
  const zoneNote = useZoneNote()
  const add = useMutation(addExceptionMutation(useQueryClient()))
  const { form, attempt, field, choice, ...frame } = useExceptionForm(categories, start)
  const { ask, confirming, effect } = useChangeInForm(form.watch())
  const store = async (exception: CalendarExceptionInput) => {
    const added = await add.mutateAsync(exception)
    toast.success(`${added.name} added`, undoAction(added))
    onClose()
  }
  const submit = (exception: CalendarExceptionInput) =>
    ask({
      confirmLabel: `Add ${exception.kind}`,
      change: { kind: 'exception', exceptionId: null, exception },
      act: () => attempt(() => store(exception)),
    })
  const [kind, categoryId] = form.watch(['kind', 'categoryId'])
  const refusalAt = useExceptionRefusal()
  const isCapacity = kind === 'capacity'
  const limitedLabel = categories.every(isWorkCenter) ? 'Work center' : 'Work center, people or tools'
  const usual = categories.find((category) => category.categoryId === categoryId)?.capacity
  return (
    <FormDialog
      title="Add overtime or downtime"
      description={zoneNote}
      submitLabel="Add"
      busyLabel="Adding…"
      disabledReason={!isCapacity && refusalAt(categoryId || null)}
      frame={frame}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      {...confirming}
    >
      <SegmentedControl
        label="Kind"
        {...choice('kind')}
        segments={[
          { value: 'overtime', label: kindTitles.overtime },
          { value: 'downtime', label: kindTitles.downtime },
          { value: 'capacity', label: kindTitles.capacity },
        ]}
      />
      <TextField label="Name" maxLength={120} {...field('name')} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          className={isCapacity ? '' : 'sm:col-span-2'}
          required={isCapacity}
          label={isCapacity ? limitedLabel : 'Applies to'}
          placeholder={isCapacity || refusalAt(null) !== null ? 'Choose one' : 'The organization'}
          options={categories
            .filter((category) => refusalAt(category.categoryId) === null)
            .filter((category) => !isOutside(category))
            .map((category) => ({ value: category.categoryId, label: category.name }))}
          {...field('categoryId')}
        />
        {isCapacity && (
          <NumberField
            required
            label="Available"
            min={1}
            max={1000}
            step={1}
            {...(usual !== undefined && { unit: `of ${usual}` })}
            {...field('units')}
          />
        )}
        <DateField withTime required label="From" {...field('startsAt')} />
        <DateField
          withTime
          required={!isCapacity}
          label="To"
          {...(isCapacity && { description: 'Leave empty: until further notice' })}
          {...field('endsAt')}
        />
      </div>
      {effect}
    </FormDialog>
  )
}
