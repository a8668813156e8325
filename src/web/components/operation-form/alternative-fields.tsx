import { Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { Category } from '#contract/categories.ts'
import type { OperationInput } from '#contract/operations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import type { ContractForm } from '../form/use-contract-form.ts'
import type { OperationValues } from './operation-values.ts'

type AlternativeFieldsProps = {
  editor: ContractForm<OperationValues, OperationInput>
  categories: readonly Category[]
}

/** The other work centers where the operation may run, each with its hours. Collapsed behind a button if there are none. */
export function AlternativeFields({ editor, categories }: AlternativeFieldsProps) {
  const { form, problemOf } = editor
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'alternatives', keyName: 'key' })
  const [categoryId, durationHours] = useWatch({ control: form.control, name: ['categoryId', 'durationHours'] })
  const [isOpen, setOpen] = useState(() => fields.length > 0)
  const taken = new Set([categoryId, ...fields.map((alternative) => alternative.categoryId)])
  const left = categories.filter((category) => !taken.has(category.categoryId))
  const problem = problemOf('alternatives')
  if (categoryId === '' || (!isOpen && left.length === 0)) return null
  if (!isOpen) {
    return (
      <Button size="small" variant="ghost" icon={<Workflow />} aria-expanded={false} onClick={() => setOpen(true)}>
        May also run at another work center
      </Button>
    )
  }
  const nameOf = (id: string) =>
    categories.find((category) => category.categoryId === id)?.name ?? 'Deleted work center'
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-ink-2 text-label">May also run at</legend>
      {fields.length > 0 && (
        <ul className="flex flex-col rounded border border-line-2">
          {fields.map(({ key, categoryId: id }, index) => (
            <li key={key} className="flex items-center gap-2 border-line px-2.5 py-1 not-first:border-t">
              <span className="min-w-0 grow truncate">{nameOf(id)}</span>
              <NumberField
                label={`Hours at ${nameOf(id)}`}
                hideLabel
                size="small"
                unit="h"
                min={0}
                className="w-24"
                {...form.register(`alternatives.${index}.durationHours`)}
              />
              <IconButton size="small" label={`Remove ${nameOf(id)}`} icon={<Trash2 />} onClick={() => remove(index)} />
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <SelectField
          label="Add a work center where it may also run"
          hideLabel
          value=""
          placeholder="Add a work center…"
          options={left.map((category) => ({ value: category.categoryId, label: category.name }))}
          onChange={({ target }) => target.value && append({ categoryId: target.value, durationHours })}
        />
      )}
      {fields.length > 0 && (
        <Toggle
          label="Keep it here"
          description="scheduling does not choose another work center"
          {...form.register('categoryFixed')}
        />
      )}
      {problem && <Alert>{problem}</Alert>}
    </fieldset>
  )
}
