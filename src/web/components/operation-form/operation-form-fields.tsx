import type { ReactNode } from 'react'
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
import { useCenterChoices } from './use-center-choices.ts'

type OperationFormFieldsProps = {
  editor: ContractForm<OperationValues, OperationInput>
  categories: readonly Category[]
  others: readonly Operation[]
  isNew: boolean
  /** Why only reports of work may be entered; null if everything may. */
  planning: string | null
  /** True if nothing may be entered. */
  disabled: boolean
}

const dates = [
  ['scheduledStartDate', 'Scheduled start'],
  ['scheduledEndDate', 'Scheduled end'],
  ['actualStartDate', 'Actual start'],
  ['actualEndDate', 'Actual end'],
] as const

const optionsOf = (categories: readonly Category[]) =>
  categories.map(({ categoryId, name }) => ({ value: categoryId, label: name }))

/** Working hours, or days for outside work. */
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

/** Takes the hours of the new work center, and turns the previous one into an alternative. */
const moveTo = ({ form }: OperationFormFieldsProps['editor'], categoryId: string) => {
  const moved = atCenter(form.getValues(), categoryId)
  form.setValue('durationHours', moved.durationHours, { shouldDirty: true })
  form.setValue('alternatives', moved.alternatives, { shouldDirty: true })
}

/** Planning fields, which are read-only for users who only report work. */
const Planned = ({ refusal, children }: { refusal: string | null; children: ReactNode }) =>
  refusal === null ? (
    children
  ) : (
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  )

/** The work center, limited to those that the reader plans. */
function CenterField({ editor, categories }: Pick<OperationFormFieldsProps, 'editor' | 'categories'>) {
  const categoryField = editor.field('categoryId')
  const chosenId = editor.form.watch('categoryId')
  const { options, mayBeNone, help } = useCenterChoices(categories.filter(isWorkCenter), chosenId)
  const unchosen = chosenId === '' ? 'Choose a work center' : undefined
  return (
    <SelectField
      label="Work center"
      className="col-span-6 md:col-span-2"
      placeholder={mayBeNone ? 'No work center' : unchosen}
      description={help}
      options={options}
      {...categoryField}
      onChange={(event) => {
        moveTo(editor, event.target.value)
        return categoryField.onChange(event)
      }}
    />
  )
}

/** The work itself, its work center and its dependencies. */
function WorkFields({ editor, categories, others, isNew }: Omit<OperationFormFieldsProps, 'planning' | 'disabled'>) {
  const { form, field } = editor
  const pools = categories.filter((category) => !isWorkCenter(category))
  const centerId = form.watch('categoryId')
  const center = categories.find(({ categoryId }) => categoryId === centerId)
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        className="col-span-6 md:col-span-4"
        {...field('name')}
      />
      <TextField label="Part number" autoComplete="off" className="col-span-6 md:col-span-2" {...field('partNumber')} />
      <CenterField editor={editor} categories={categories} />
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
          description="One of these people or tools is reserved for the whole operation."
          options={optionsOf(pools)}
          {...field('poolId')}
        />
      )}
      <div className="col-span-6 empty:hidden">
        <AlternativeFields editor={editor} categories={categories} />
      </div>
      <div className="col-span-6">
        <DependencyField editor={editor} others={others} />
      </div>
    </>
  )
}

/** All fields of an operation. */
export function OperationFormFields(props: OperationFormFieldsProps) {
  const { editor, categories, others, isNew, planning, disabled } = props
  const { form, field, choice } = editor
  const progress = choice('progressPercentage')
  const percent = `${Math.round(progress.value)} %`
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-3.5">
      {planning !== null && !disabled && (
        <p className="col-span-6 text-ink-2">{planning} You can report progress, actual dates, holds and notes.</p>
      )}
      <Planned refusal={planning}>
        <WorkFields editor={editor} categories={categories} others={others} isNew={isNew} />
      </Planned>
      <div className="col-span-6 flex flex-col gap-1 md:col-span-2">
        <span className="flex justify-between text-ink-2 text-label">
          Progress <b className="tabular-nums">{percent}</b>
        </span>
        <Slider label="Progress" valueText={percent} {...progress} disabled={disabled} />
      </div>
      <Toggle
        label="On hold"
        description="not scheduled"
        className="col-span-3 md:col-span-2"
        {...form.register('onHold')}
      />
      <Planned refusal={planning}>
        <Toggle
          label="Pinned"
          description="keeps its dates"
          className="col-span-3 md:col-span-2"
          {...form.register('pinned')}
        />
      </Planned>
      {dates.map(([name, label]) => (
        <Planned key={name} refusal={name.startsWith('actual') ? null : planning}>
          <DateField label={label} withTime className="col-span-6 md:col-span-3" {...field(name)} />
        </Planned>
      ))}
      <Planned refusal={planning}>
        <SetupFields editor={editor} />
        <MaterialFields editor={editor} others={others} />
      </Planned>
      <TextArea label="Notes" rows={2} maxLength={10_000} className="col-span-6" {...field('notes')} />
      <Planned refusal={planning}>
        <TextArea label="Description" rows={2} maxLength={10_000} className="col-span-6" {...field('description')} />
      </Planned>
    </div>
  )
}
