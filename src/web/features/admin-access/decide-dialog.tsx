import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessRequest } from '#contract/access-requests.ts'
import { decideAccessMutation } from '#web/api/access-requests.mutations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

type DecideDialogProps = { request: AccessRequest; grants: boolean; onClose: () => void }

/** Grants or refuses, with a note for whoever asked. */
export function DecideDialog({ request, grants, onClose }: DecideDialogProps) {
  const decide = useMutation(decideAccessMutation(useQueryClient()))
  const [note, setNote] = useState('')
  const confirm = () =>
    decide.mutate(
      { id: request.requestId, grants, note },
      {
        onSuccess: () => {
          toast.success(grants ? `${request.userName} is now an admin` : 'The request was refused')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={grants ? `Make ${request.userName} an admin?` : `Refuse the request of ${request.userName}?`}
      confirmLabel={grants ? 'Grant' : 'Refuse'}
      danger={!grants}
      busy={decide.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {decide.isError && <Alert className="mb-3">{errorSentence(decide.error)}</Alert>}
      <p className="mb-3">
        {grants ? 'They must sign in again and can then manage this organization.' : 'They can ask again.'}
      </p>
      <TextField label="Note" maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
    </ConfirmDialog>
  )
}
