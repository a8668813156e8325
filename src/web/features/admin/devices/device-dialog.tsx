import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FloorDeviceInput } from '#contract/floor-devices.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { createFloorDeviceMutation } from '#web/api/floor-devices.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DeviceCodeDialog } from './device-code-dialog.tsx'

/** Adds a device for some work centers, and shows its code once. */
export function DeviceDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation(createFloorDeviceMutation(useQueryClient()))
  const categories = useQuery(categoriesQuery())
  const values: FloorDeviceInput = { name: '', categoryIds: [] }
  const { submit, field, choice, problemOf, ...editor } = useContractForm({
    schema: FloorDeviceInput,
    values,
    mode: 'onSubmit',
  })
  const { form: _form, ...frame } = editor
  const made = create.data
  if (made) return <DeviceCodeDialog name={made.name} code={made.pairingCode ?? ''} onClose={onClose} />
  const { value: chosen, onChange } = choice('categoryIds')
  const problem = problemOf('categoryIds')
  return (
    <FormDialog
      size="small"
      title="New device"
      description="A tablet sees and reports the work of its work centers, and nothing else."
      submitLabel="Add device"
      busyLabel="Adding…"
      frame={frame}
      onSubmit={submit((input) => create.mutateAsync(input))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={80}
        description="History shows it beside what is reported, such as “Saw tablet”"
        {...field('name')}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-ink-2 text-label">Work centers</legend>
        <Loaded query={categories}>
          {(all) => {
            const centers = all.filter(isWorkCenter)
            if (centers.length === 0) return <p className="text-ink-3">Add work centers first, under Working time.</p>
            return centers.map(({ categoryId, name }) => (
              <Checkbox
                key={categoryId}
                label={name}
                checked={chosen.includes(categoryId)}
                onChange={({ target }) =>
                  onChange(
                    centers
                      .map((center) => center.categoryId)
                      .filter((id) => (id === categoryId ? target.checked : chosen.includes(id))),
                  )
                }
              />
            ))
          }}
        </Loaded>
        {problem && (
          <p role="alert" className="text-crit-text text-label">
            {problem}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
