import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeTenantMutation } from '#web/api/tenant-admin.mutations.ts'
import { setTenant, useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { organisation: TenantOverview; onClose: () => void }

/** Gives an organisation another name. */
export function RenameDialog({ organisation, onClose }: Props) {
  const change = useMutation(changeTenantMutation(useQueryClient()))
  const currentId = useSession(({ tenantId }) => tenantId)
  const [name, setName] = useState(organisation.name)
  const words = name.trim()
  const confirm = () =>
    change.mutate(
      { id: organisation.tenantId, version: organisation.version, name: words },
      {
        onSuccess: ({ tenantId, name: saved }) => {
          if (tenantId === currentId) setTenant({ tenantId, name: saved })
          toast.success('Organization renamed')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={`Rename ${organisation.name}`}
      confirmLabel="Rename"
      busy={change.isPending}
      disabledReason={words === '' ? 'Name is required' : words === organisation.name && 'Nothing has changed'}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      <TextField label="Name" required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
    </ConfirmDialog>
  )
}
