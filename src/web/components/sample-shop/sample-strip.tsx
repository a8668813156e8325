import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Factory } from 'lucide-react'
import { useState } from 'react'
import type { SampleKept } from '#contract/sample-shop.ts'
import { removeSampleShopMutation } from '#web/api/tenants/sample-shop.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** 'Welding: 2 of your operations use it' */
const remainingWords = ({ entity, name, operations = 0 }: SampleKept): string => {
  const yours = formatCount(operations, 'operation')
  if (entity === 'project') return `${name}: contains ${yours} that you added`
  if (entity === 'category') return `${name}: used by ${yours}`
  return `${name}: your work is planned with this shift pattern`
}

/** Lists the records that stay when the sample is removed, because the user's own work needs them. */
function RemainingDialog({ remaining, onClose }: { remaining: readonly SampleKept[]; onClose: () => void }) {
  return (
    <NoticeDialog open title="Sample shop removed" onClose={onClose}>
      <p>Your own work needs these, so they stay:</p>
      <ul className="mt-2 list-disc pl-5">
        {remaining.map((record) => (
          <li key={`${record.entity} ${record.name}`}>{remainingWords(record)}</li>
        ))}
      </ul>
    </NoticeDialog>
  )
}

/** Says that the organization has a sample shop, and removes it. */
export function SampleStrip() {
  const holdsSample = useQuery({ ...tenantSettingsQuery(), select: (tenant) => tenant.holdsSample }).data
  const refusal = useRefusal('manageSample')
  const remove = useMutation(removeSampleShopMutation(useQueryClient()))
  const [remaining, setRemaining] = useState<readonly SampleKept[]>([])
  const run = async () => {
    // If it failed, a toast has said why.
    const answer = await remove.mutateAsync().catch(() => null)
    if (!answer) return
    toast.success('Sample shop removed', undoAction(answer))
    setRemaining(answer.kept)
  }
  return (
    <>
      {holdsSample && (
        <div
          role="note"
          className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-primary-tint px-5 py-1 max-md:px-4"
        >
          <Factory aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="min-w-0 grow basis-50">This organization contains a sample shop.</span>
          <Button
            size="small"
            busy={remove.isPending}
            busyLabel="Removing…"
            disabledReason={refusal}
            onClick={() => void run()}
          >
            Remove sample
          </Button>
        </div>
      )}
      {remaining.length > 0 && <RemainingDialog remaining={remaining} onClose={() => setRemaining([])} />}
    </>
  )
}
