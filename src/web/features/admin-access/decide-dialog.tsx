import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { AccessRequest } from '#contract/access-requests.ts'
import { Line } from '#contract/fields.ts'
import { accessSentences, oneWithAccess } from '#domain/access/access-words.ts'
import { decideAccessMutation } from '#web/api/users/access-requests.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const Decision = z.object({ note: Line(500) })

type DecideDialogProps = { request: AccessRequest; grants: boolean; onClose: () => void }

/** Grants or refuses an access request, with a note for the requester. */
export function DecideDialog({ request, grants, onClose }: DecideDialogProps) {
  const wanted = oneWithAccess(request.access)
  const decide = useMutation(decideAccessMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({ schema: Decision, values: { note: '' } })
  return (
    <FormDialog
      size="small"
      title={grants ? `Make ${request.userName} ${wanted}?` : `Refuse the request of ${request.userName}?`}
      submitLabel={grants ? 'Grant' : 'Refuse'}
      danger={!grants}
      frame={frame}
      onSubmit={submit(async ({ note }) => {
        await decide.mutateAsync({ id: request.requestId, grants, note })
        toast.success(grants ? `${request.userName} is now ${wanted}` : 'The request was refused')
        onClose()
      })}
      onClose={onClose}
    >
      <p>{grants ? `${accessSentences[request.access]} They must sign in again.` : 'They can ask again.'}</p>
      <TextField label="Note" maxLength={500} {...field('note')} />
    </FormDialog>
  )
}
