import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { TenantCreateInput } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import { createTenantMutation } from '#web/api/tenants/tenant-administration.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { TimeZoneField } from '#web/components/reader/time-zone-field.tsx'
import { browserZone } from '#web/lib/browser-zone.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { onClose: () => void; onLink: (name: string, link: OneTimeLink) => void }

/** The browser's time zone is the default. */
const blank = (): z.input<typeof TenantCreateInput> => ({
  name: '',
  timeZone: browserZone(),
  adminName: '',
  adminEmail: '',
})

/** Creates an organization and invites its first admin. */
export function CreateTenantDialog({ onClose, onLink }: Props) {
  const create = useMutation(createTenantMutation(useQueryClient()))
  const { submit, field, choice, ...frame } = useRecordForm({
    entityType: 'new-organization',
    record: null,
    valuesOf: blank,
    schemaOf: () => TenantCreateInput,
    mode: 'onSubmit',
  })
  const zone = choice('timeZone')
  const save = async (input: TenantCreateInput) => {
    const { link } = await create.mutateAsync(input)
    toast.success(`${input.name} was created`)
    onLink(input.adminName, link)
  }
  return (
    <FormDialog
      size="small"
      title="New organization"
      submitLabel="Create organization"
      busyLabel="Creating…"
      frame={frame}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} {...field('name')} />
      <TimeZoneField error={field('timeZone').error} {...zone} value={zone.value ?? 'UTC'} />
      <TextField label="Name of the first admin" required maxLength={200} {...field('adminName')} />
      <TextField
        label="Email of the first admin"
        type="email"
        required
        maxLength={320}
        description="They become the admin when they accept the invitation. If this email already has an account, it becomes the admin."
        {...field('adminEmail')}
      />
    </FormDialog>
  )
}
