import { useId, useState } from 'react'
import { z } from 'zod/mini'
import { type ColumnField, DateOrder, ColumnField as Field, type ImportKind, projectFields } from '#contract/imports.ts'
import { fieldsOfKind, fieldTitles } from '#domain/import/column-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'

type Choice = Pick<ImportDraft, 'columns' | 'dateOrder' | 'chained'>

type ColumnsDialogProps = {
  kind: ImportKind
  draft: ImportDraft
  onApply: (choice: Choice) => void
  onClose: () => void
}

const ofProject: ReadonlySet<ColumnField> = new Set(projectFields)
const groupsOf = (kind: ImportKind): readonly { label: string; fields: readonly ColumnField[] }[] => {
  const fields = fieldsOfKind[kind]
  if (kind !== 'projects') return [{ label: 'Columns', fields }]
  return [
    { label: 'Project', fields: projectFields },
    { label: 'Operation', fields: fields.filter((field) => !ofProject.has(field)) },
  ]
}

const orders = [
  { value: 'auto', label: 'As the column shows' },
  { value: 'mdy', label: 'Month/day/year' },
  { value: 'dmy', label: 'Day/month/year' },
]

/** What each column of the table holds, and how its dates are read. A field can be chosen for one column only. */
export function ColumnsDialog({ kind, draft, onApply, onClose }: ColumnsDialogProps) {
  const [choice, setChoice] = useState<Choice>(draft)
  const formId = useId()
  const setColumn = (column: number, value: string) => {
    const field = Field.safeParse(value).data ?? null
    const columns = draft.header.map((_, index) => {
      if (index === column) return field
      const own = choice.columns[index] ?? null
      return own === field ? null : own
    })
    setChoice({ ...choice, columns })
  }
  const sampleOf = (column: number): string =>
    draft.rows.find((row) => (row[column] ?? '').trim() !== '')?.[column]?.slice(0, 60) ?? 'empty'
  return (
    <Dialog
      open
      size="large"
      title="Columns"
      description="What each column of the table holds. This is remembered for the next import."
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Apply
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onApply(choice)
        }}
      >
        <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
          {draft.header.map((title, column) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and keep their order.
              key={column}
              label={title || `Column ${column + 1}`}
              description={`Such as: ${sampleOf(column)}`}
              placeholder="Not imported"
              value={choice.columns[column] ?? ''}
              onChange={(event) => setColumn(column, event.currentTarget.value)}
            >
              {groupsOf(kind).map(({ label, fields }) => (
                <optgroup key={label} label={label}>
                  {fields.map((field) => (
                    <option key={field} value={field}>
                      {fieldTitles[field]}
                    </option>
                  ))}
                </optgroup>
              ))}
            </SelectField>
          ))}
        </div>
        <SelectField
          label="Dates such as 03/04/2026"
          options={orders}
          value={choice.dateOrder}
          onChange={(event) =>
            setChoice({ ...choice, dateOrder: z.catch(DateOrder, 'auto').parse(event.currentTarget.value) })
          }
        />
        {kind === 'projects' && !choice.columns.includes('predecessors') && (
          <Checkbox
            label="Each new operation waits for the one before it"
            checked={choice.chained}
            onChange={(event) => setChoice({ ...choice, chained: event.currentTarget.checked })}
          />
        )}
      </form>
    </Dialog>
  )
}
