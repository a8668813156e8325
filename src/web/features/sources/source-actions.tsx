import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DataSource } from '#contract/data-sources.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  changeSourceMutation,
  deleteSourceMutation,
  runSourceMutation,
} from '#web/api/integrations/data-sources.mutations.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type SourceActionsProps = { source: DataSource; onEdit: () => void; onDeleted: () => void }

/** Why this reader may not change the data source; null if they may. */
export const changeRefusal = ({ isMine }: DataSource): string | null =>
  isMine ? null : 'Only its author and admins can change or delete it'

function DeleteDialog({ source, onClose, onDeleted }: Omit<SourceActionsProps, 'onEdit'> & { onClose: () => void }) {
  const remove = useMutation(deleteSourceMutation(useQueryClient()))
  const deleted = () => {
    toast.success('Data source deleted')
    onDeleted()
  }
  return (
    <ConfirmDialog
      danger
      open
      title={`Delete ${source.name}?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting…"
      // Not callbacks of `mutate`: they are not called if the page has gone with its data source.
      onConfirm={() => void remove.mutateAsync(source.sourceId).then(deleted, onClose)}
      onCancel={onClose}
    >
      It runs no more, and its list of runs is gone. What it imported stays.
    </ConfirmDialog>
  )
}

/** The buttons of a data source: run it now, pause or resume, change, delete. */
export function SourceActions({ source, onEdit, onDeleted }: SourceActionsProps) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const run = useMutation(runSourceMutation(client))
  const change = useMutation(changeSourceMutation(client))
  const { sourceId, name, isPaused, origin, lastRun } = source
  const refusal = changeRefusal(source)
  const pause = () =>
    change.mutate(
      { source, change: { isPaused: !isPaused } },
      {
        onSuccess: () => toast.success(isPaused ? `${name} runs again` : `${name} paused`),
        onError: (error) => toast.error(errorSentence(error)),
      },
    )
  return (
    <>
      <Button icon={<Trash2 />} disabledReason={refusal} onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button icon={<Pencil />} disabledReason={refusal} onClick={onEdit}>
        Change
      </Button>
      <Button icon={isPaused ? <Play /> : <Pause />} busy={change.isPending} disabledReason={refusal} onClick={pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {origin.kind !== 'pushed' && (
        <Button
          variant="primary"
          icon={<RefreshCw />}
          busy={run.isPending}
          disabledReason={lastRun && lastRun.outcome === null && 'It is running'}
          onClick={() =>
            run.mutate({ sourceId, appliesAll: false }, { onSuccess: () => toast.info('The run starts in a moment') })
          }
        >
          Run now
        </Button>
      )}
      {isDeleting && <DeleteDialog source={source} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  )
}
