import { Layers2, TimerReset, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type ContractForm, messageOf } from '../form/use-contract-form.ts'
import type { OperationValues } from './operation-values.ts'

type DependencyFieldProps = {
  editor: ContractForm<OperationValues, OperationInput>
  /** The other operations of the project, in sequence. */
  others: readonly Operation[]
}

const units = [
  { value: 'working', label: 'working h' },
  { value: 'calendar', label: 'calendar h' },
]

/** A number field with a word in front of it on the same line. */
function WordedField({ word, ...field }: ComponentProps<typeof NumberField> & { word: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="text-ink-3 text-label">
        {word}
      </span>
      <NumberField hideLabel size="small" unit="h" min={0} className="w-20" {...field} />
    </span>
  )
}

type DependencyRowProps = Pick<DependencyFieldProps, 'editor'> & { index: number; name: string; onRemove: () => void }

/** One predecessor with its lag, which is below it on a phone. The unit appears as soon as there is a lag. */
function DependencyRow({ editor: { form }, index, name, onRemove }: DependencyRowProps) {
  const at = `dependencies.${index}` as const
  const [lagHours, maxLagHours, overlapPercent] = useWatch({
    control: form.control,
    name: [`${at}.lagHours`, `${at}.maxLagHours`, `${at}.overlapPercent`],
  })
  const isLimited = typeof maxLagHours === 'string'
  const isOverlapping = typeof overlapPercent === 'string'
  return (
    <li className="flex flex-wrap items-center gap-2 border-line px-2.5 py-1 not-first:border-t">
      <span className="min-w-0 grow basis-32 truncate max-md:order-first max-md:basis-[80%]">{name}</span>
      {isOverlapping && (
        <WordedField
          word="once done"
          label={`Percent of ${name} that must be done`}
          unit="%"
          min={1}
          max={99}
          {...form.register(`${at}.overlapPercent`)}
        />
      )}
      <WordedField word="wait" label={`Lag after ${name}`} {...form.register(`${at}.lagHours`)} />
      {isLimited && (
        <WordedField word="at most" label={`Longest lag after ${name}`} {...form.register(`${at}.maxLagHours`)} />
      )}
      {(isLimited || Number(lagHours) > 0) && (
        <SelectField
          label={`How the lag after ${name} counts`}
          hideLabel
          size="small"
          className="w-30"
          options={units}
          {...form.register(`${at}.lagUnit`)}
        />
      )}
      {!isOverlapping && (
        <IconButton
          size="small"
          label={`Start before ${name} ends`}
          icon={<Layers2 />}
          onClick={() => form.setValue(`${at}.overlapPercent`, '', { shouldDirty: true })}
        />
      )}
      {!isLimited && (
        <IconButton
          size="small"
          label={`Limit the lag after ${name}`}
          icon={<TimerReset />}
          onClick={() => form.setValue(`${at}.maxLagHours`, '', { shouldDirty: true })}
        />
      )}
      <IconButton
        size="small"
        label={`Remove the dependency on ${name}`}
        icon={<Trash2 />}
        className="max-md:order-first"
        onClick={onRemove}
      />
    </li>
  )
}

/** The operations that must end first, or be partly done, each with its lag. */
export function DependencyField({ editor, others }: DependencyFieldProps) {
  const { control, formState } = editor.form
  // The contract has lags and overlaps in separate fields.
  const problem = messageOf(Object.entries(formState.errors).filter(([name]) => name.startsWith('depend')))
  const { fields, append, remove } = useFieldArray({ control, name: 'dependencies', keyName: 'key' })
  const chosen = new Set(fields.map(({ operationId }) => operationId))
  const byId = new Map(others.map((operation) => [operation.operationId, operation]))
  const label = (id: string) => {
    const operation = byId.get(id)
    return operation ? `${operation.sequence} ${operation.name}` : 'Deleted operation'
  }
  const add = (operationId: string) =>
    operationId && append({ operationId, lagHours: '0', lagUnit: 'working', maxLagHours: null, overlapPercent: null })
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-ink-2 text-label">Starts after</legend>
      {fields.length > 0 && (
        <ul className="flex flex-col rounded border border-line-2">
          {fields.map(({ key, operationId }, index) => (
            <DependencyRow
              key={key}
              editor={editor}
              index={index}
              name={label(operationId)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <SelectField
        label="Add a predecessor"
        hideLabel
        value=""
        disabled={others.length === chosen.size}
        placeholder={others.length === 0 ? 'No other operations' : 'Add a predecessor…'}
        options={others
          .filter(({ operationId }) => !chosen.has(operationId))
          .map(({ operationId }) => ({ value: operationId, label: label(operationId) }))}
        onChange={(event) => add(event.target.value)}
      />
      {problem && <Alert>{problem}</Alert>}
    </fieldset>
  )
}
