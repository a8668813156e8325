import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FloorDeviceInput } from '#contract/floor-devices.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { createFloorDeviceMutation } from '#web/api/floor/floor-devices.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { CenterChecks } from '#web/components/work-centers/center-checks.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DeviceCodeDialog } from './device-code-dialog.tsx'

/** Adds a device for some work centers, and shows its code once. */
export function DeviceDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation(createFloorDeviceMutation(useQueryClient()))
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
      <CenterChecks chosen={chosen} onChange={onChange} offers={isWorkCenter} problem={problemOf('categoryIds')} />
    </FormDialog>
  )
}
