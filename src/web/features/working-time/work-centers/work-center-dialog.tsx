import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { type Category, CategoryInput, categorySwatches } from '#contract/categories.ts'
import { preprocess } from '#contract/fields.ts'
import type { Shift } from '#contract/shifts.ts'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { saveCategoryMutation } from '#web/api/categories/categories.mutations.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import type { ContractForm } from '#web/components/form/use-contract-form.ts'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { useChangeInForm } from '#web/components/working-time-change/use-change-in-form.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords } from './category-words.ts'
import { ColorField, colorWords, typedColor } from './color-field.tsx'

const kindTitles: Readonly<Record<CategoryKind, string>> = { inside: 'Inside', outside: 'Outside', pool: 'Pool' }

const whereTitle = 'Where the work is done'

const comparedFields = (shifts: readonly Shift[]): RecordField<Category>[] => [
  { key: 'name', label: 'Name', format: ({ name }) => name },
  { key: 'color', label: 'Color', format: ({ color }) => colorWords(color) },
  { key: 'kind', label: whereTitle, format: ({ kind }) => kindTitles[kind] },
  { key: 'supplier', label: 'Supplier', format: ({ supplier }) => supplier },
  { key: 'capacity', label: 'Parallel capacity', format: ({ capacity }) => String(capacity) },
  {
    key: 'shiftId',
    label: 'Shift pattern',
    format: (category) => shifts.find(({ shiftId }) => shiftId === category.shiftId)?.name ?? 'Organization default',
  },
]

/** The name under which the draft of this dialog is stored. */
export const workCenterEntity = 'category'

/** The least used swatch of the categories, the first among equals. */
export const nextSwatch = (categories: readonly Pick<Category, 'color'>[]): string => {
  const uses = (swatch: string) => categories.filter(({ color }) => color === swatch).length
  return categorySwatches.toSorted((a, b) => uses(a) - uses(b))[0] ?? 'w1'
}

const valuesOf = (category: Category | null, newColor: string) => ({
  name: category?.name ?? '',
  color: category?.color ?? newColor,
  capacity: String(category?.capacity ?? 1),
  shiftId: category?.shiftId ?? '',
  kind: category?.kind ?? 'inside',
  supplier: category?.supplier ?? '',
})

const fromValues = ({ color, capacity, shiftId, supplier, ...rest }: ReturnType<typeof valuesOf>) => ({
  ...rest,
  color: typedColor(color),
  supplier: isOutside(rest) ? supplier : '',
  capacity: Number(capacity),
  shiftId: shiftId || null,
})

const WorkCenterInput = preprocess(
  fromValues,
  z.required(CategoryInput, { color: true, capacity: true, shiftId: true, kind: true, supplier: true }),
)
type WorkCenterInput = z.infer<typeof WorkCenterInput>

interface PlaceFieldsProps
  extends Pick<ContractForm<ReturnType<typeof valuesOf>, WorkCenterInput>, 'field' | 'choice'> {
  readonly of: 'center' | 'pool'
  readonly shifts: readonly Shift[]
  readonly outside: boolean
}

/** Where the work is done, with the fields that follow from it: a supplier, or a capacity and a shift pattern. */
const PlaceFields = ({ of, field, choice, shifts, outside }: PlaceFieldsProps) => (
  <>
    {of === 'center' && (
      <div className="flex flex-col gap-1">
        <span aria-hidden="true" className="w-fit text-ink-2 text-label">
          {whereTitle}
        </span>
        <SegmentedControl
          label={whereTitle}
          className="self-start"
          {...choice('kind')}
          segments={[
            { value: 'inside', label: kindTitles.inside },
            { value: 'outside', label: kindTitles.outside },
          ]}
        />
      </div>
    )}
    {outside && (
      <TextField
        label="Supplier"
        maxLength={120}
        description="Its operation hours count as calendar time, with no capacity limit."
        {...field('supplier')}
      />
    )}
    <div className={outside ? 'hidden' : 'grid gap-3.5 sm:grid-cols-2'}>
      <NumberField label={categoryWords[of].capacity} min={1} max={1000} step={1} {...field('capacity')} />
      <SelectField
        label="Shift pattern"
        placeholder="Organization default"
        options={shifts.map((shift) => ({ value: shift.shiftId, label: shift.name }))}
        {...field('shiftId')}
      />
    </div>
  </>
)

type WorkCenterDialogProps = {
  category: Category | null
  of: 'center' | 'pool'
  categories: readonly Category[]
  shifts: readonly Shift[]
  onClose: () => void
}

/** Creates or changes a work center or a pool. Mounting opens the dialog. */
export function WorkCenterDialog({ category, of, categories, shifts, onClose }: WorkCenterDialogProps) {
  const words = categoryWords[of]
  const client = useQueryClient()
  const save = useMutation(saveCategoryMutation(client))
  // Stays the same while the dialog is open, because the form compares its values with the initial ones.
  const [newColor] = useState(() => nextSwatch(categories))
  const { form, base, attempt, field, choice, problemOf, failure, ...frame } = useRecordForm({
    entityType: workCenterEntity,
    record: category,
    valuesOf: (record) => valuesOf(record, newColor),
    schemaOf: () => WorkCenterInput,
  })
  const { ask, confirming, effect } = useChangeInForm(form.watch())
  const store = async (wanted: CategoryInput, version = base?.version) => {
    const kind = of === 'pool' && !base ? { kind: 'pool' as const } : {}
    const saved = await save.mutateAsync({ ...wanted, ...kind, ...(base && { categoryId: base.categoryId, version }) })
    toast.success(`${saved.name} saved`, undoAction(saved))
    onClose()
  }
  const submit = (wanted: WorkCenterInput) => {
    const { capacity, shiftId } = wanted
    const outside = isOutside(wanted)
    const moves = base !== null && base !== undefined && outside !== isOutside(base)
    const changesPlan = base && (moves || (!outside && (base.capacity !== capacity || base.shiftId !== shiftId)))
    ask({
      confirmLabel: `Save ${words.one}`,
      note: moves && (
        <p>
          {outside
            ? 'The hours of its operations then count as calendar time, 24/7.'
            : 'The hours of its operations then count as working hours of its shift pattern.'}{' '}
          Check their durations.
        </p>
      ),
      change: changesPlan
        ? { kind: 'category', categoryId: base.categoryId, capacity, shiftId, ...(moves && { outside }) }
        : null,
      act: () => attempt(() => store(wanted)),
    })
  }
  const { value: color, onChange: setColor } = choice('color')
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : words.create}
      submitLabel="Save"
      busyLabel="Saving…"
      frame={frame}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      {...confirming}
    >
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <ColorField value={color} error={problemOf('color')} onChange={setColor} />
      <PlaceFields of={of} field={field} choice={choice} shifts={shifts} outside={isOutside(form.watch())} />
      {effect}
      {base && (
        <StaleRecord
          error={failure}
          subject={`${words.column} ${base.name}`}
          base={base}
          yours={{ ...base, ...fromValues(form.getValues()) }}
          fields={comparedFields(shifts)}
          readAgain={async () =>
            (await client.fetchQuery({ ...categoriesQuery(), staleTime: 0 })).find(
              ({ categoryId }) => categoryId === base.categoryId,
            )
          }
          busy={frame.isBusy}
          onSave={({ name, color, capacity, shiftId, kind, supplier }, theirs) =>
            void attempt(() => store({ name, color, capacity, shiftId, kind, supplier }, theirs.version))
          }
          onBack={frame.forgetFailure}
          onTakeTheirs={onClose}
        />
      )}
    </FormDialog>
  )
}
