import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Shift } from '#contract/shifts.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { deleteShiftMutation } from '#web/api/working-time/shifts.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type DeleteShiftButtonProps = { shift: Shift; refusal: string | null; onGone: () => void }

/** Why a pattern cannot be deleted: the organization, work centers or pools use it. */
const useRefusalOfUse = ({ shiftId }: Shift): string | null => {
  const { data: tenant } = useSuspenseQuery(tenantSettingsQuery())
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const users = categories.filter((category) => category.shiftId === shiftId).map(({ name }) => name)
  if (tenant.defaultShiftId === shiftId) users.unshift('the organization')
  return users.length > 0 ? `Used by ${new Intl.ListFormat('en-GB').format(users)}` : null
}

/** Deletes a pattern after a question. A refusal is shown under the button. */
export function DeleteShiftButton({ shift, refusal, onGone }: DeleteShiftButtonProps) {
  const remove = useMutation(deleteShiftMutation(useQueryClient()))
  const refusalOfUse = useRefusalOfUse(shift)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        className="ml-auto"
        icon={<Trash2 />}
        disabledReason={refusal ?? refusalOfUse}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {remove.error && <Alert className="w-full">{errorSentence(remove.error)}</Alert>}
      <ConfirmDialog
        open={isAsking}
        danger
        title={`Delete ${shift.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate(shift.shiftId, { onSuccess: onGone, onError: () => setAsking(false) })}
      >
        Nothing uses this pattern.
      </ConfirmDialog>
    </>
  )
}
