import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { isOutside, isWorkCenter } from '#domain/categories/category-kind.ts'
import { DateField } from '#web/components/date-field/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
import { AlternativeFields } from './alternative-fields.tsx'
import { DaysField } from './days-field.tsx'
import { DependencyField } from './dependency-field.tsx'
import { MaterialFields } from './material-fields.tsx'
import { atCenter, type OperationValues } from './operation-values.ts'
import { SetupFields, useSetupDuration } from './setup-fields.tsx'

type OperationFormFieldsProps = {
  editor: ContractForm<OperationValues, OperationInput>
  categories: readonly Category[]
  others: readonly Operation[]
  isNew: boolean
}

const dates = [
  ['scheduledStartDate', 'Scheduled start'],
  ['scheduledEndDate', 'Scheduled end'],
  ['actualStartDate', 'Actual start'],
  ['actualEndDate', 'Actual end'],
] as const

const optionsOf = (categories: readonly Category[]) =>
  categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))

/** In working hours, or in days where the work is done outside. */
function DurationField({ editor, outside }: Pick<OperationFormFieldsProps, 'editor'> & { outside: boolean }) {
  const hasSetup = useSetupDuration(editor)
  const className = 'col-span-3 md:col-span-2'
  if (outside) {
    const error = editor.problemOf('durationHours')
    return <DaysField className={className} error={error} {...editor.choice('durationHours')} />
  }
  return (
    <NumberField
      label="Duration"
      unit="h"
      min={0}
      className={className}
      description={hasSetup ? 'setup + pieces' : 'working hours'}
      readOnly={hasSetup}
      {...editor.field('durationHours')}
    />
  )
}

/** Takes the hours of the other work center, and makes the one before an alternative. */
const moveTo = ({ form }: OperationFormFieldsProps['editor'], categoryId: string) => {
  const moved = atCenter(form.getValues(), categoryId)
  form.setValue('durationHours', moved.durationHours, { shouldDirty: true })
  form.setValue('alternatives', moved.alternatives, { shouldDirty: true })
}

/** Everything that can be said of an operation. */
export function OperationFormFields({ editor, categories, others, isNew }: OperationFormFieldsProps) {
  const { form, field, choice } = editor
  const pools = categories.filter((category) => !isWorkCenter(category))
  const progress = choice('progressPercentage')
  const categoryField = field('categoryId')
  const percent = `${Math.round(progress.value)} %`
  const centerId = form.watch('categoryId')
  const center = categories.find(({ categoryId }) => categoryId === centerId)
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-3.5">
      <TextField label="Name" required maxLength={200} autoComplete="off" className="col-span-6" {...field('name')} />
      <SelectField
        label="Work center"
        className="col-span-6 md:col-span-2"
        placeholder="No work center"
        options={optionsOf(categories.filter(isWorkCenter))}
        {...categoryField}
        onChange={(event) => {
          moveTo(editor, event.target.value)
          return categoryField.onChange(event)
        }}
      />
      <DurationField editor={editor} outside={center !== undefined && isOutside(center)} />
      <NumberField
        label="Sequence"
        min={0}
        step={1}
        inputMode="numeric"
        className="col-span-3 md:col-span-2"
        description={isNew ? 'Leave empty to add it at the end' : undefined}
        {...field('sequence')}
      />
      {pools.length > 0 && (
        <SelectField
          label="Also needs"
          className="col-span-6"
          placeholder="Nothing else"
          description="One of these people or tools is taken for the whole operation."
          options={optionsOf(pools)}
          {...field('poolId')}
        />
      )}
      <div className="col-span-6 empty:hidden">
        <AlternativeFields {...{ editor, categories }} />
      </div>
      <div className="col-span-6">
        <DependencyField editor={editor} others={others} />
      </div>
      <div className="col-span-6 flex flex-col gap-1 md:col-span-2">
        <span className="flex justify-between text-ink-2 text-label">
          Progress <b className="tabular-nums">{percent}</b>
        </span>
        <Slider label="Progress" valueText={percent} {...progress} />
      </div>
      <Toggle
        label="On hold"
        description="not scheduled"
        className="col-span-3 md:col-span-2"
        {...form.register('onHold')}
      />
      <Toggle
        label="Pinned"
        description="keeps its dates"
        className="col-span-3 md:col-span-2"
        {...form.register('pinned')}
      />
      {dates.map(([name, label]) => (
        <DateField key={name} label={label} withTime className="col-span-6 md:col-span-3" {...field(name)} />
      ))}
      <SetupFields editor={editor} />
      <MaterialFields {...{ editor, others }} />
      <TextArea label="Notes" rows={2} maxLength={10_000} className="col-span-6" {...field('notes')} />
      <TextArea label="Description" rows={2} maxLength={10_000} className="col-span-6" {...field('description')} />
    </div>
  )
}
