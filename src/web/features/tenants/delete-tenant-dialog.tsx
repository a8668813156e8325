import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { mayDeleteTenant } from '#domain/access/delete-tenant.ts'
import { deleteTenantMutation } from '#web/api/tenants/tenant-administration.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const Confirmation = z.object({ confirmName: z.string() })

type Props = { tenant: TenantOverview; onClose: () => void; onLeft: () => void }

/** Deletes an organization after its name has been typed. It cannot be restored. */
export function DeleteTenantDialog({ tenant, onClose, onLeft }: Props) {
  const remove = useMutation(deleteTenantMutation(useQueryClient()))
  const currentId = useSession(({ tenantId }) => tenantId)
  const { form, submit, field, ...frame } = useContractForm({ schema: Confirmation, values: { confirmName: '' } })
  const { tenantId, name, projects, operations, people } = tenant
  const decision = mayDeleteTenant('superAdmin', { name, typedName: form.watch('confirmName') })
  return (
    <FormDialog
      size="small"
      title={`Delete ${name}?`}
      submitLabel="Delete permanently"
      busyLabel="Deleting…"
      danger
      disabledReason={!decision.ok && decision.reason}
      frame={frame}
      onSubmit={submit(async ({ confirmName }) => {
        await remove.mutateAsync({ id: tenantId, confirmName })
        toast.success(`${name} was deleted`)
        onClose()
        if (tenantId === currentId) onLeft()
      })}
      onClose={onClose}
    >
      <p>
        {formatCount(projects, 'project')}, {formatCount(operations, 'operation')}, its history, and the accounts of any
        of its {formatCount(people, 'person', 'people')} who belong to no other organization are deleted. This cannot be
        undone. Archive it to keep everything.
      </p>
      <TextField label={`Type "${name}"`} autoComplete="off" {...field('confirmName')} />
    </FormDialog>
  )
}
