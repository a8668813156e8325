import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type TenantOverview, TenantUpdateInput } from '#contract/tenant-administration.ts'
import { changeTenantMutation } from '#web/api/tenants/tenant-administration.mutations.ts'
import { tenantOverviewsQuery } from '#web/api/tenants/tenant-administration.queries.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { setTenant, useSession } from '#web/stores/session.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const compared: RecordField<TenantOverview>[] = [{ key: 'name', label: 'Name', format: ({ name }) => name }]

type Props = { tenant: TenantOverview; onClose: () => void }

const Name = z.required(z.pick(TenantUpdateInput, { name: true }))

/** Renames an organization. */
export function RenameDialog({ tenant, onClose }: Props) {
  const client = useQueryClient()
  const change = useMutation(changeTenantMutation(client))
  const currentId = useSession(({ tenantId }) => tenantId)
  const { form, base, attempt, submit, field, failure, ...frame } = useRecordForm({
    entityType: 'organization-name',
    entityId: tenant.tenantId,
    record: tenant,
    valuesOf: (record: TenantOverview | null) => ({ name: record?.name ?? '' }),
    schemaOf: () => Name,
  })
  const over = base ?? tenant
  const store = async (wanted: string, version: number) => {
    const { tenantId, name } = await change.mutateAsync({ id: over.tenantId, version, name: wanted })
    if (tenantId === currentId) setTenant({ tenantId, name })
    toast.success('Organization renamed')
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title={`Rename ${over.name}`}
      submitLabel="Rename"
      disabledReason={!frame.isDirty && 'Nothing has changed'}
      frame={frame}
      onSubmit={submit(({ name }) => store(name, over.version))}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} {...field('name')} />
      <StaleRecord
        error={failure}
        subject={over.name}
        base={over}
        yours={{ ...over, ...form.getValues() }}
        fields={compared}
        readAgain={async () =>
          (await client.fetchQuery(tenantOverviewsQuery())).find(({ tenantId }) => tenantId === over.tenantId)
        }
        busy={frame.isBusy}
        onSave={(merged, theirs) => void attempt(() => store(merged.name, theirs.version))}
        onBack={frame.forgetFailure}
        onTakeTheirs={onClose}
      />
    </FormDialog>
  )
}
