import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeTenantMutation } from '#web/api/tenant-admin.mutations.ts'
import { tenantOverviewsQuery } from '#web/api/tenant-administration.queries.ts'
import type { RecordField } from '#web/components/record-conflict/merge-records.ts'
import { StaleRecord } from '#web/components/record-conflict/stale-record.tsx'
import { setTenant, useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const compared: RecordField<TenantOverview>[] = [{ key: 'name', label: 'Name', format: ({ name }) => name }]

type Props = { organisation: TenantOverview; onClose: () => void }

/** Gives an organisation another name. */
export function RenameDialog({ organisation, onClose }: Props) {
  const client = useQueryClient()
  const change = useMutation(changeTenantMutation(client))
  const currentId = useSession(({ tenantId }) => tenantId)
  const [name, setName] = useState(organisation.name)
  const words = name.trim()
  const store = (wanted: string, version: number) =>
    change.mutate(
      { id: organisation.tenantId, version, name: wanted },
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
      onConfirm={() => store(words, organisation.version)}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      <TextField label="Name" required maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      <StaleRecord
        error={change.error}
        subject={organisation.name}
        base={organisation}
        yours={{ ...organisation, name: words }}
        fields={compared}
        readAgain={async () =>
          (await client.fetchQuery(tenantOverviewsQuery())).find(({ tenantId }) => tenantId === organisation.tenantId)
        }
        busy={change.isPending}
        onSave={(merged, theirs) => store(merged.name, theirs.version)}
        onBack={change.reset}
        onTakeTheirs={onClose}
      />
    </ConfirmDialog>
  )
}
