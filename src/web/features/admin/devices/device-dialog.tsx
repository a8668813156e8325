import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FloorDeviceInput } from '#contract/floor-devices.ts'
import { workCentersQuery } from '#web/api/categories.queries.ts'
import { createFloorDeviceMutation } from '#web/api/floor-devices.mutations.ts'
import { CenterChecks } from '#web/components/form/center-checks.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DeviceCodeDialog } from './device-code-dialog.tsx'

/** Adds a device for some work centers, and shows its code once. */
export function DeviceDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation(createFloorDeviceMutation(useQueryClient()))
  const workCenters = useQuery(workCentersQuery())
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
        <Loaded query={workCenters}>
          {(centers) => {
            if (centers.length === 0) return <p className="text-ink-3">Add work centers first, under Working time.</p>
            return <CenterChecks {...{ centers, chosen, onChange }} />
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
