import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Category, categorySwatches } from '#contract/categories.ts'
import type { Shift } from '#contract/shifts.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { saveCategoryMutation } from '#web/api/categories.mutations.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { swatchColour } from '#web/components/project-marks/work-centre-mark.tsx'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { useDialogDraft } from '#web/components/unsaved-changes/use-dialog-draft.ts'
import { useConfirmChange } from '#web/components/working-time-change/use-confirm-change.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldProblem } from '../field-problem.ts'

const swatchNames = ['Teal', 'Blue', 'Purple', 'Green', 'Ochre', 'Sea green', 'Rose', 'Steel']

const swatchIndex = (color: string) => categorySwatches.indexOf(color as (typeof categorySwatches)[number])

/** The eight swatches of the theme, or any colour. */
const ColourField = ({ value, onChange }: { value: string; onChange: (color: string) => void }) => (
  <fieldset>
    <legend className="text-ink-2 text-label">Color</legend>
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {categorySwatches.map((swatch, index) => (
        <label
          key={swatch}
          className={classNames(
            'flex size-8 cursor-pointer items-center justify-center rounded border has-focus-visible:outline-2 has-focus-visible:outline-focus',
            value === swatch ? 'border-primary bg-primary-tint' : 'border-line-2',
          )}
        >
          <input
            type="radio"
            name="color"
            className="sr-only"
            checked={value === swatch}
            aria-label={swatchNames[index]}
            onChange={() => onChange(swatch)}
          />
          <span aria-hidden="true" className="size-4 rounded-part" style={{ background: swatchColour(swatch) }} />
        </label>
      ))}
      <label className="flex items-center gap-2 text-ink-2">
        Other
        <input
          type="color"
          className="h-8 w-10 cursor-pointer rounded border border-line-2 bg-surface"
          value={value.startsWith('#') ? value : '#3498db'}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  </fieldset>
)

const comparedFields = (shifts: readonly Shift[]): RecordField<Category>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  { key: 'color', label: 'Color', format: ({ color }) => swatchNames[swatchIndex(color)] ?? color },
  { key: 'capacity', label: 'Parallel capacity', format: ({ capacity }) => String(capacity) },
  {
    key: 'shiftId',
    label: 'Shift pattern',
    format: (category) => shifts.find(({ shiftId }) => shiftId === category.shiftId)?.name ?? 'Organization default',
  },
]

/** Of its draft. */
export const workCentreEntity = 'category'

/** Creates or changes a work centre. Mount it to open it. */
export function WorkCentreDialog({
  category,
  shifts,
  onClose,
}: {
  category: Category | null
  shifts: readonly Shift[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const save = useMutation(saveCategoryMutation(client))
  const [typed, set] = useDialogDraft(workCentreEntity, category, {
    name: category?.name ?? '',
    color: category?.color ?? 'w1',
    capacity: String(category?.capacity ?? 1),
    shiftId: category?.shiftId ?? '',
  })
  const { name, color, capacity, shiftId } = typed
  const runsAtOnce = Number(capacity)
  const validCapacity = Number.isInteger(runsAtOnce) && runsAtOnce >= 1 && runsAtOnce <= 1_000
  const problem = (path: string) => fieldProblem(save.error, path)
  const changesPlan = category && (category.capacity !== runsAtOnce || (category.shiftId ?? '') !== shiftId)
  const { ask, dialog } = useConfirmChange()
  const input = { name: name.trim(), color, capacity: runsAtOnce, shiftId: shiftId || null }
  const store = async (values = input, version = category?.version) => {
    const saved = await save.mutateAsync({ ...values, ...(category && { categoryId: category.categoryId, version }) })
    toast.success(`${saved.name} saved`, undoAction(saved))
    onClose()
  }
  const submit = () =>
    ask({
      title: `Save ${name.trim()}?`,
      confirmLabel: 'Save work center',
      change: changesPlan
        ? { kind: 'category', categoryId: category.categoryId, capacity: runsAtOnce, shiftId: shiftId || null }
        : null,
      act: () => store(),
    })
  const refusal = name.trim() === '' ? 'Give it a name' : validCapacity ? null : 'Capacity is a whole number from 1'
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'New work center'}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
      disabledReason={refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      {save.error && !problem('name') && <Alert>{errorSentence(save.error)}</Alert>}
      <TextField
        label="Name"
        required
        maxLength={120}
        value={name}
        error={problem('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <ColourField value={color} onChange={(chosen) => set({ color: chosen })} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <NumberField
          label="Parallel capacity"
          min={1}
          max={1000}
          step={1}
          value={capacity}
          error={validCapacity ? null : 'A whole number from 1 to 1,000'}
          onChange={(event) => set({ capacity: event.target.value })}
        />
        <SelectField
          label="Shift pattern"
          placeholder="Organization default"
          options={shifts.map((shift) => ({ value: shift.shiftId, label: shift.name }))}
          value={shiftId}
          onChange={(event) => set({ shiftId: event.target.value })}
        />
      </div>
      {dialog}
      {category && (
        <StaleRecord
          error={save.error}
          subject={`Work center ${category.name}`}
          base={category}
          yours={{ ...category, ...input }}
          fields={comparedFields(shifts)}
          readAgain={async () =>
            (await client.fetchQuery({ ...categoriesQuery(), staleTime: 0 })).find(
              ({ categoryId }) => categoryId === category.categoryId,
            )
          }
          busy={save.isPending}
          onSave={(merged, theirs) =>
            void store(
              { name: merged.name, color: merged.color, capacity: merged.capacity, shiftId: merged.shiftId },
              theirs.version,
            ).catch(() => {})
          }
          onBack={save.reset}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}
