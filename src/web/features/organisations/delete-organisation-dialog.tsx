import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { mayDeleteTenant } from '#domain/access/delete-tenant.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { deleteTenantMutation } from '#web/api/tenant-admin.mutations.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { organisation: TenantOverview; onClose: () => void; onLeft: () => void }

/** Deletes an organisation once its name has been typed; it cannot be brought back. */
export function DeleteOrganisationDialog({ organisation, onClose, onLeft }: Props) {
  const remove = useMutation(deleteTenantMutation(useQueryClient()))
  const currentId = useSession(({ tenantId }) => tenantId)
  const [typedName, setTypedName] = useState('')
  const { tenantId, name, projects, operations, people } = organisation
  const decision = mayDeleteTenant('superAdmin', { name, typedName })
  const confirm = () =>
    remove.mutate(
      { id: tenantId, confirmName: typedName },
      {
        onSuccess: () => {
          toast.success(`${name} was deleted`)
          onClose()
          if (tenantId === currentId) onLeft()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel="Delete permanently"
      danger
      busy={remove.isPending}
      busyLabel="Deleting…"
      disabledReason={!decision.ok && decision.reason}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {remove.isError && <Alert className="mb-3">{errorSentence(remove.error)}</Alert>}
      <p className="mb-3">
        {formatCount(projects, 'project')}, {formatCount(operations, 'operation')}, its history, and the accounts of
        those of its {formatCount(people, 'person', 'people')} who belong to no other organization are deleted. This
        cannot be undone. Archive it to keep everything.
      </p>
      <TextField
        label={`Type "${name}"`}
        autoComplete="off"
        value={typedName}
        onChange={(event) => setTypedName(event.target.value)}
      />
    </ConfirmDialog>
  )
}
