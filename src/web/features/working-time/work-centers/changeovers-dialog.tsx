import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { type Category, CategoryInput, type Changeover } from '#contract/categories.ts'
import { preprocess } from '#contract/fields.ts'
import { saveCategoryMutation } from '#web/api/categories/categories.mutations.ts'
import { categoriesQuery, categoryUsageQuery } from '#web/api/categories/categories.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { type RecordForm, useRecordForm } from '#web/components/form/use-record-form.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { changeoverText, familyName } from '#web/lib/family-name.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Hours as typed, by the families of a row and a column. */
interface MatrixValues {
  families: string[]
  hours: string[][]
}

type Matrix = Pick<CategoryInput, 'changeovers'>

const valuesOf = (used: readonly string[], changeovers: readonly Changeover[]): MatrixValues => {
  const known = [...used, ...changeovers.flatMap(({ fromFamily, toFamily }) => [fromFamily, toFamily])]
  const families = ['', ...[...new Set(known)].filter(Boolean).sort((a, b) => a.localeCompare(b))]
  const hoursOf = (from: string, to: string): string =>
    changeovers.find(({ fromFamily, toFamily }) => fromFamily === from && toFamily === to)?.hours.toString() ?? ''
  return { families, hours: families.map((from) => families.map((to) => hoursOf(from, to))) }
}

const toMatrix = ({ families, hours }: MatrixValues) => ({
  changeovers: hours.flatMap((row, from) =>
    row.flatMap((text, to) => {
      const [fromFamily, toFamily] = [families[from] ?? '', families[to] ?? '']
      return text.trim() === '' || Number(text) === 0 ? [] : [{ fromFamily, toFamily, hours: text.trim() }]
    }),
  ),
})

const MatrixInput = preprocess(toMatrix, z.pick(CategoryInput, { changeovers: true }))

type MatrixForm = Pick<RecordForm<Category, MatrixValues, Matrix>, 'form'>

const headClasses = 'px-2 py-1 text-left font-normal text-ink-2 text-label'

/** The families as rows and columns, with the hours from each to each. */
function MatrixTable({ form }: MatrixForm) {
  const families = useWatch({ control: form.control, name: 'families' })
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse">
        <thead>
          <tr>
            <th scope="col" className={headClasses}>
              from \ to
            </th>
            {families.map((to) => (
              <th key={to} scope="col" className={headClasses}>
                {familyName(to)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {families.map((from, row) => (
            <tr key={from}>
              <th scope="row" className={headClasses}>
                {familyName(from)}
              </th>
              {families.map((to, column) => (
                <td key={to} className="p-1">
                  <NumberField
                    label={`Hours from ${familyName(from)} to ${familyName(to)}`}
                    hideLabel
                    size="small"
                    unit="h"
                    min={0}
                    className="w-24"
                    placeholder="0"
                    {...form.register(`hours.${row}.${column}`)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const addFamily = ({ form }: MatrixForm, name: string): void => {
  const { families, hours } = form.getValues()
  if (name === '' || families.includes(name)) return
  const wider = [...hours.map((row) => [...row, '']), Array.from({ length: families.length + 1 }, () => '')]
  form.setValue('hours', wider, { shouldDirty: true })
  form.setValue('families', [...families, name], { shouldDirty: true })
}

/** Maximum number of families of other work centers offered. */
const mostOffered = 20

/** The families of operations at other work centers, to be added with one click. */
function OtherFamilies({ form, elsewhere }: MatrixForm & { elsewhere: readonly string[] }) {
  const families = useWatch({ control: form.control, name: 'families' })
  const offered = elsewhere.filter((family) => !families.includes(family)).slice(0, mostOffered)
  if (offered.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="mb-1 text-ink-2 text-label">Families at other work centers</legend>
      {offered.map((family) => (
        <Button key={family} size="small" onClick={() => addFamily({ form }, family)}>
          Add {family}
        </Button>
      ))}
    </fieldset>
  )
}

/** Adds a family that no operation has yet. */
function AddFamily({ form }: MatrixForm) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const add = () => {
    addFamily({ form }, name)
    setTyped('')
  }
  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Another family"
        placeholder="Primer"
        maxLength={60}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button disabled={name === ''} onClick={add}>
        Add family
      </Button>
    </div>
  )
}

type ChangeoversDialogProps = { category: Category; onClose: () => void }

/** Loads the families of the work center's operations, then shows the dialog. */
export function ChangeoversDialog({ category, onClose }: ChangeoversDialogProps) {
  const usage = useQuery(categoryUsageQuery())
  if (!usage.data) return null
  const used = usage.data.find(({ categoryId }) => categoryId === category.categoryId)?.families ?? []
  const elsewhere = [...new Set(usage.data.flatMap(({ families }) => families))].sort((a, b) => a.localeCompare(b))
  return <ChangeoversForm category={category} used={used} elsewhere={elsewhere} onClose={onClose} />
}

type ChangeoversFormProps = ChangeoversDialogProps & Record<'used' | 'elsewhere', readonly string[]>

/** The hours that a work center needs from one setup family to another. */
function ChangeoversForm({ category, used, elsewhere, onClose }: ChangeoversFormProps) {
  const client = useQueryClient()
  const save = useMutation(saveCategoryMutation(client))
  const { form, base, attempt, failure, ...frame } = useRecordForm<Category, MatrixValues, Matrix>({
    entityType: 'changeovers',
    entityId: category.categoryId,
    record: category,
    valuesOf: (record) => valuesOf(used, record?.changeovers ?? []),
    schemaOf: () => MatrixInput,
  })
  const of = base ?? category
  const store = async ({ changeovers }: Matrix, version = of.version) => {
    const { categoryId, name } = of
    const saved = await save.mutateAsync({ categoryId, version, name, changeovers })
    toast.success(`Changeovers of ${name} saved`, undoAction(saved))
    onClose()
  }
  const refusal =
    of.capacity > 1
      ? `${of.name} runs ${of.capacity} operations at a time. Set its parallel capacity to 1 first.`
      : null
  return (
    <FormDialog
      size="large"
      title={`Changeovers of ${of.name}`}
      description="Working hours to change over from one setup family to the next. The work center then runs one operation at a time."
      submitLabel="Save"
      busyLabel="Saving…"
      frame={frame}
      disabledReason={refusal}
      onSubmit={form.handleSubmit((wanted) => attempt(() => store(wanted)))}
      onClose={onClose}
    >
      {refusal && <Alert kind="warning">Changeovers cannot be saved now. {refusal}</Alert>}
      <MatrixTable form={form} />
      <OtherFamilies form={form} elsewhere={elsewhere} />
      <AddFamily form={form} />
      <p className="text-ink-3 text-label">The setup family of an operation is entered on its form.</p>
      <StaleRecord
        error={failure}
        subject={`Changeovers of ${of.name}`}
        base={of}
        yours={{ ...of, changeovers: MatrixInput.safeParse(form.getValues()).data?.changeovers ?? of.changeovers }}
        fields={[
          {
            key: 'changeovers',
            label: 'Changeovers',
            format: ({ changeovers }) => changeovers.map(changeoverText).join(', ') || '—',
          },
        ]}
        readAgain={async () =>
          (await client.fetchQuery({ ...categoriesQuery(), staleTime: 0 })).find(
            ({ categoryId }) => categoryId === of.categoryId,
          )
        }
        busy={frame.isBusy}
        onSave={(merged, theirs) => void attempt(() => store(merged, theirs.version))}
        onBack={frame.forgetFailure}
        onTakeTheirs={onClose}
      />
    </FormDialog>
  )
}
