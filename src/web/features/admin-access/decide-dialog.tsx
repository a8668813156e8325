import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { AccessRequest } from '#contract/access-requests.ts'
import { Line } from '#contract/fields.ts'
import { decideAccessMutation } from '#web/api/access-requests.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const Decision = z.object({ note: Line(500) })

type DecideDialogProps = { request: AccessRequest; grants: boolean; onClose: () => void }

/** Grants or refuses an access request, with a note for the requester. */
export function DecideDialog({ request, grants, onClose }: DecideDialogProps) {
  const decide = useMutation(decideAccessMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({ schema: Decision, values: { note: '' } })
  return (
    <FormDialog
      size="small"
      title={grants ? `Make ${request.userName} an admin?` : `Refuse the request of ${request.userName}?`}
      submitLabel={grants ? 'Grant' : 'Refuse'}
      danger={!grants}
      frame={frame}
      onSubmit={submit(async ({ note }) => {
        await decide.mutateAsync({ id: request.requestId, grants, note })
        toast.success(grants ? `${request.userName} is now an admin` : 'The request was refused')
        onClose()
      })}
      onClose={onClose}
    >
      <p>{grants ? 'They must sign in again and can then manage this organization.' : 'They can ask again.'}</p>
      <TextField label="Note" maxLength={500} {...field('note')} />
    </FormDialog>
  )
}
