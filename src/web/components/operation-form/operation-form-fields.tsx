import { Controller, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import type { Category } from '#contract/categories.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { DependencyField } from './dependency-field.tsx'
import type { OperationValues } from './operation-values.ts'

type OperationFormFieldsProps = {
  form: UseFormReturn<OperationValues, unknown, OperationInput>
  categories: readonly Category[]
  others: readonly Operation[]
  isNew: boolean
}

/** The first message below `dependencies` or one of its hours. */
const dependencyError = (errors: FieldErrors<OperationValues>): string | undefined => {
  const { dependencies } = errors
  if (!dependencies) return undefined
  const first = Array.isArray(dependencies) ? dependencies.find(Boolean) : undefined
  return dependencies.message ?? dependencies.root?.message ?? first?.lagHours?.message
}

const dates = [
  ['scheduledStartDate', 'Scheduled start'],
  ['scheduledEndDate', 'Scheduled end'],
  ['actualStartDate', 'Actual start'],
  ['actualEndDate', 'Actual end'],
] as const

/** Everything that can be said of an operation. */
export function OperationFormFields({ form, categories, others, isNew }: OperationFormFieldsProps) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-3.5">
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        className="col-span-6"
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField
        label="Work center"
        className="col-span-6 md:col-span-2"
        placeholder="No work center"
        options={categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))}
        error={errors.categoryId?.message}
        {...register('categoryId')}
      />
      <NumberField
        label="Duration"
        unit="h"
        min={0}
        className="col-span-3 md:col-span-2"
        description="working hours"
        error={errors.durationHours?.message}
        {...register('durationHours')}
      />
      <NumberField
        label="Sequence"
        min={0}
        step={1}
        inputMode="numeric"
        className="col-span-3 md:col-span-2"
        description={isNew ? 'empty = at the end' : undefined}
        error={errors.sequence?.message}
        {...register('sequence')}
      />
      <div className="col-span-6">
        <DependencyField {...{ control, register, others }} error={dependencyError(errors)} />
      </div>
      <Controller
        control={control}
        name="progressPercentage"
        render={({ field }) => (
          <div className="col-span-6 flex flex-col gap-1 md:col-span-2">
            <span className="flex justify-between text-ink-2 text-label">
              Progress <b className="tabular-nums">{Math.round(field.value)} %</b>
            </span>
            <Slider
              label="Progress"
              value={field.value}
              valueText={`${Math.round(field.value)} %`}
              onChange={field.onChange}
            />
          </div>
        )}
      />
      <Toggle
        label="On hold"
        description="not scheduled"
        className="col-span-3 md:col-span-2"
        {...register('onHold')}
      />
      <Toggle
        label="Pinned"
        description="keeps its dates"
        className="col-span-3 md:col-span-2"
        {...register('pinned')}
      />
      {dates.map(([name, label]) => (
        <DateField
          key={name}
          label={label}
          withTime
          className="col-span-6 md:col-span-3"
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
      <TextArea
        label="Notes"
        rows={2}
        maxLength={10_000}
        className="col-span-6"
        error={errors.notes?.message}
        {...register('notes')}
      />
      <TextArea
        label="Description"
        rows={2}
        maxLength={10_000}
        className="col-span-6"
        error={errors.description?.message}
        {...register('description')}
      />
    </div>
  )
}
