import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ExchangePlaces } from '#contract/exchange.ts'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  changeExportMutation,
  deleteExportMutation,
  sendExportMutation,
} from '#web/api/integrations/scheduled-exports.mutations.ts'
import { scheduledExportsQuery } from '#web/api/integrations/scheduled-exports.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ExportDialog } from './exports/export-dialog.tsx'
import { hasPlace, placesWords } from './exports/export-words.ts'
import { ExportsList } from './exports/exports-list.tsx'

type Shown = { kind: 'new' } | { kind: 'change' | 'delete'; of: ScheduledExport }

function DeleteDialog({ of, onClose }: { of: ScheduledExport; onClose: () => void }) {
  const remove = useMutation(deleteExportMutation(useQueryClient()))
  const confirm = () =>
    remove.mutate(of.exportId, { onSuccess: () => toast.success('Export deleted'), onSettled: onClose })
  return (
    <ConfirmDialog
      danger
      open
      title={`Delete ${of.name}?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      No more dates are sent. What was sent stays where it is.
    </ConfirmDialog>
  )
}

/** Sends, pauses and resumes exports; what needs a dialog is shown by `onShow`. */
const useExportActions = (onShow: (shown: Shown) => void) => {
  const client = useQueryClient()
  const send = useMutation(sendExportMutation(client))
  const change = useMutation(changeExportMutation(client))
  return {
    send: ({ exportId, name }: ScheduledExport) =>
      send.mutate(exportId, { onSuccess: () => toast.info(`${name} is sent in a moment`) }),
    pause: (of: ScheduledExport) =>
      change.mutate(
        { of, change: { isPaused: !of.isPaused } },
        {
          onSuccess: () => toast.success(of.isPaused ? `${of.name} is sent again` : `${of.name} paused`),
          onError: (error) => toast.error(errorSentence(error)),
        },
      ),
    change: (of: ScheduledExport) => onShow({ kind: 'change', of }),
    remove: (of: ScheduledExport) => onShow({ kind: 'delete', of }),
  }
}

type ExportsProps = { places: ExchangePlaces; exports: readonly ScheduledExport[] }

function Exports({ places, exports }: ExportsProps) {
  const dates = useDateSettings()
  const [shown, setShown] = useState<Shown | null>(null)
  const actions = useExportActions(setShown)
  const onClose = () => setShown(null)
  const newExport = (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={!hasPlace(places) && 'This server sends no files'}
      onClick={() => setShown({ kind: 'new' })}
    >
      New export
    </Button>
  )
  return (
    <>
      {exports.length === 0 ? (
        <EmptyState className="grow bg-surface" icon={<CalendarArrowUp />} title="No exports yet" action={newExport}>
          Sends the dates of the plan to your ERP or a spreadsheet at set times, with the IDs of that system.{' '}
          <span className="break-words">{placesWords(places)}</span>
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3 bg-surface px-5 py-2 max-md:px-4">
            <p className="min-w-40 grow basis-0 break-words text-ink-3 text-label">{placesWords(places)}</p>
            {newExport}
          </div>
          <div className="min-h-0 grow overflow-auto bg-surface">
            <ExportsList exports={exports} dates={dates} actions={actions} />
          </div>
        </>
      )}
      {shown?.kind === 'new' && <ExportDialog before={null} places={places} onClose={onClose} />}
      {shown?.kind === 'change' && <ExportDialog before={shown.of} places={places} onClose={onClose} />}
      {shown?.kind === 'delete' && <DeleteDialog of={shown.of} onClose={onClose} />}
    </>
  )
}

/** The exports of dates that repeat by themselves, for people who may import. */
export function ExportsTab() {
  const refusal = useRefusal('importWork')
  const query = useQuery({ ...scheduledExportsQuery(), enabled: refusal === null })
  if (refusal !== null) {
    return (
      <EmptyState className="grow" icon={<CalendarArrowUp />} title="Exports that repeat by themselves">
        {refusal}
      </EmptyState>
    )
  }
  return <Loaded query={query}>{(data) => <Exports {...data} />}</Loaded>
}
