import { type ColumnField, columnsOfProject, ColumnField as Field, type ImportKind } from '#contract/imports.ts'
import { fieldsOfKind, fieldTitles } from '#domain/import/column-names.ts'
import { SelectField, type SelectFieldProps } from '#web/ui/select-field.tsx'
import type { ImportDraft } from './import-rows.ts'

type Columns = ImportDraft['columns']

const ofProject: ReadonlySet<ColumnField> = new Set(columnsOfProject)
const groupsOf = (kind: ImportKind): readonly { label: string; fields: readonly ColumnField[] }[] => {
  const fields = fieldsOfKind[kind]
  if (kind !== 'projects') return [{ label: 'Columns', fields }]
  return [
    { label: 'Project', fields: columnsOfProject },
    { label: 'Operation', fields: fields.filter((field) => !ofProject.has(field)) },
  ]
}

/** The title of a column, or its number if it has none. */
export const columnTitle = (header: readonly string[], column: number): string =>
  header[column] || `Column ${column + 1}`

/** The columns after a field was assigned to one of them. Another column with the same field loses it. */
export const withField = (columns: Columns, column: number, chosen: ColumnField | null): Columns =>
  columns.map((field, index) => (index === column ? chosen : field === chosen ? null : field))

type FieldSelectProps = Pick<SelectFieldProps, 'label' | 'description'> & {
  kind: ImportKind
  value: ColumnField | null
  onField: (field: ColumnField | null) => void
}

/** Selects the field of a table column. */
export const FieldSelect = ({ kind, value, onField, ...field }: FieldSelectProps) => (
  <SelectField
    {...field}
    placeholder="Not imported"
    value={value ?? ''}
    onChange={({ currentTarget }) => onField(Field.safeParse(currentTarget.value).data ?? null)}
  >
    {groupsOf(kind).map(({ label, fields }) => (
      <optgroup key={label} label={label}>
        {fields.map((one) => (
          <option key={one} value={one}>
            {fieldTitles[one]}
          </option>
        ))}
      </optgroup>
    ))}
  </SelectField>
)
