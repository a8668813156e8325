import { Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
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

/** Which operations must end first, each with the time to wait behind it. */
export function DependencyField({ editor, others }: DependencyFieldProps) {
  const { control, register } = editor.form
  const problem = editor.problemOf('dependencies')
  const { fields, append, remove } = useFieldArray({ control, name: 'dependencies', keyName: 'key' })
  const values = useWatch({ control, name: 'dependencies' })
  const chosen = new Set(fields.map(({ operationId }) => operationId))
  const byId = new Map(others.map((operation) => [operation.operationId, operation]))
  const label = (id: string) => {
    const operation = byId.get(id)
    return operation ? `${operation.sequence} ${operation.name}` : 'Deleted operation'
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-ink-2 text-label">Starts after</legend>
      {fields.length > 0 && (
        <ul className="flex flex-col rounded border border-line-2">
          {fields.map(({ key, operationId }, index) => (
            <li key={key} className="flex flex-wrap items-center gap-2 border-line px-2.5 py-1 not-first:border-t">
              <span className="min-w-0 grow basis-32 truncate">{label(operationId)}</span>
              <span aria-hidden="true" className="text-ink-3 text-label">
                wait
              </span>
              <NumberField
                label={`Lag after ${label(operationId)}`}
                hideLabel
                size="small"
                unit="h"
                min={0}
                className="w-20"
                {...register(`dependencies.${index}.lagHours`)}
              />
              {Number(values[index]?.lagHours) > 0 && (
                <SelectField
                  label={`How the lag after ${label(operationId)} counts`}
                  hideLabel
                  size="small"
                  className="w-30"
                  options={units}
                  {...register(`dependencies.${index}.lagUnit`)}
                />
              )}
              <IconButton
                size="small"
                label={`Remove the dependency on ${label(operationId)}`}
                icon={<Trash2 />}
                onClick={() => remove(index)}
              />
            </li>
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
        onChange={({ target: { value } }) => value && append({ operationId: value, lagHours: '0', lagUnit: 'working' })}
      />
      {problem && <Alert>{problem}</Alert>}
    </fieldset>
  )
}
