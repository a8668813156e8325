import { z } from 'zod/mini'
import { DateOrder, DecimalSign, ColumnField as Field, type ImportKind } from '#contract/imports.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { columnTitle, FieldSelect, withField } from './field-select.tsx'
import type { ImportDraft } from './import-rows.ts'

const Choice = z.object({
  columns: z.array(z.nullable(Field)),
  dateOrder: DateOrder,
  decimalSign: DecimalSign,
  chained: z.boolean(),
})
type Choice = z.infer<typeof Choice>

type ColumnsDialogProps = {
  kind: ImportKind
  draft: ImportDraft
  onApply: (choice: Choice) => void
  onClose: () => void
}

const signs = [
  { value: 'auto', label: 'Detect from the numbers' },
  { value: 'point', label: 'Decimal point: 1,234 is 1234' },
  { value: 'comma', label: 'Decimal comma: 1,234 is 1.234' },
]
const orders = [
  { value: 'auto', label: 'Detect from the column' },
  { value: 'mdy', label: 'Month/day/year' },
  { value: 'dmy', label: 'Day/month/year' },
]

/** Assigns a field to each column of the table, and a format to its dates and numbers. A field can be assigned to one column only. */
export function ColumnsDialog({ kind, draft, onApply, onClose }: ColumnsDialogProps) {
  const { form, submit, field, choice, ...frame } = useContractForm({
    schema: Choice,
    values: {
      columns: draft.header.map((_, column) => draft.columns[column] ?? null),
      dateOrder: draft.dateOrder,
      decimalSign: draft.decimalSign ?? 'auto',
      chained: draft.chained,
    },
  })
  const columns = choice('columns')
  const sampleOf = (column: number): string =>
    draft.rows.find((row) => (row[column] ?? '').trim() !== '')?.[column]?.slice(0, 60) ?? 'empty'
  return (
    <FormDialog
      size="large"
      title="Columns"
      description="Choose the field of each column. Your choices are remembered for the next import."
      submitLabel="Apply"
      frame={frame}
      onSubmit={submit(async (chosen) => onApply(chosen))}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {draft.header.map((_, column) => (
          <FieldSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity and keep their order.
            key={column}
            kind={kind}
            label={columnTitle(draft.header, column)}
            description={`Such as: ${sampleOf(column)}`}
            value={columns.value[column] ?? null}
            onField={(chosen) => columns.onChange([...withField(columns.value, column, chosen)])}
          />
        ))}
      </div>
      <SelectField label="Dates such as 03/04/2026" options={orders} {...field('dateOrder')} />
      {kind === 'projects' && <SelectField label="Numbers such as 1,234" options={signs} {...field('decimalSign')} />}
      {kind === 'projects' && !columns.value.includes('predecessors') && (
        <Checkbox label="Each new operation waits for the one before it" {...form.register('chained')} />
      )}
    </FormDialog>
  )
}
