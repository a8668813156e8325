import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Factory } from 'lucide-react'
import { addSampleShopMutation } from '#web/api/tenants/sample-shop.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Adds a sample shop to try things out with. Hidden while the organization has one. */
export function AddSampleButton() {
  const refusal = useRefusal('manageSample')
  const holdsSample = useQuery({ ...tenantSettingsQuery(), select: (tenant) => tenant.holdsSample }).data
  const add = useMutation(addSampleShopMutation(useQueryClient()))
  if (holdsSample !== false) return null
  const run = async () => {
    // If it failed, a toast has said why.
    const added = await add.mutateAsync().catch(() => null)
    if (!added) return
    const words = `${formatCount(added.projects, 'project')} with ${formatCount(added.operations, 'operation')}`
    toast.success(`Sample shop added: ${words}`, undoAction(added))
  }
  return (
    <Button
      icon={<Factory />}
      busy={add.isPending}
      busyLabel="Adding…"
      disabledReason={refusal}
      onClick={() => void run()}
    >
      Add sample shop
    </Button>
  )
}
