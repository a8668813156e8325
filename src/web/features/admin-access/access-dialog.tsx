import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { AccessHolder } from '#contract/access-requests.ts'
import { oneWithAccess } from '#domain/access/access-words.ts'
import { keptLimit } from '#domain/access/change-user.ts'
import { changeUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { AccessFields, accessShape, hasCenters } from '#web/components/access/access-fields.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { toast } from '#web/ui/toast.tsx'

const Access = z.object(accessShape).check(hasCenters)

/** Changes the access of a member. */
export function AccessDialog({ holder, onClose }: { holder: AccessHolder; onClose: () => void }) {
  const change = useMutation(changeUserMutation(useQueryClient()))
  const { userId, name, workCenterIds } = holder
  const access = holder.access === 'superAdmin' ? 'admin' : holder.access
  const {
    form: _form,
    submit,
    choice,
    problemOf,
    ...frame
  } = useContractForm({
    schema: Access,
    values: { access, workCenterIds },
  })
  return (
    <FormDialog
      size="small"
      title={`Change the access of ${name}`}
      submitLabel="Change"
      busyLabel="Changing…"
      disabledReason={!frame.isDirty && 'Nothing has changed'}
      frame={frame}
      onSubmit={submit(async (after) => {
        await change.mutateAsync({ id: userId, ...after, workCenterIds: keptLimit(after.access, after.workCenterIds) })
        toast.success(
          after.access === access
            ? `The work centers of ${name} were changed`
            : `${name} is now ${oneWithAccess(after.access)}`,
        )
        onClose()
      })}
      onClose={onClose}
    >
      <AccessFields
        access={choice('access')}
        workCenterIds={choice('workCenterIds')}
        problem={problemOf('workCenterIds')}
        description="Their open sessions end when this changes."
      />
    </FormDialog>
  )
}
