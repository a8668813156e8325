import { z } from 'zod/mini'
import { type ColumnField, DateOrder, ColumnField as Field, type ImportKind, projectFields } from '#contract/imports.ts'
import { fieldsOfKind, fieldTitles } from '#domain/import/column-names.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'

const Choice = z.object({ columns: z.array(z.nullable(Field)), dateOrder: DateOrder, chained: z.boolean() })
type Choice = z.infer<typeof Choice>

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
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: Choice,
    values: { columns: [...draft.columns], dateOrder: draft.dateOrder, chained: draft.chained },
  })
  const columns = choice('columns')
  const setColumn = (column: number, value: string) => {
    const chosen = Field.safeParse(value).data ?? null
    columns.onChange(
      draft.header.map((_, index) => {
        if (index === column) return chosen
        const own = columns.value[index] ?? null
        return own === chosen ? null : own
      }),
    )
  }
  const sampleOf = (column: number): string =>
    draft.rows.find((row) => (row[column] ?? '').trim() !== '')?.[column]?.slice(0, 60) ?? 'empty'
  return (
    <FormDialog
      size="large"
      title="Columns"
      description="What each column of the table holds. This is remembered for the next import."
      submitLabel="Apply"
      frame={frame}
      onSubmit={submit(async (chosen) => onApply(chosen))}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {draft.header.map((title, column) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and keep their order.
            key={column}
            label={title || `Column ${column + 1}`}
            description={`Such as: ${sampleOf(column)}`}
            placeholder="Not imported"
            value={columns.value[column] ?? ''}
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
      <SelectField label="Dates such as 03/04/2026" options={orders} {...field('dateOrder')} />
      {kind === 'projects' && !columns.value.includes('predecessors') && (
        <Checkbox label="Each new operation waits for the one before it" {...form.register('chained')} />
      )}
    </FormDialog>
  )
}
