import { QrCode as QrIcon, Trash2 } from 'lucide-react'
import type { Worker } from '#contract/workers.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

interface Scene {
  onAction: (kind: 'badge' | 'remove', worker: Worker) => void
}

const { display } = listColumns<Worker, Scene>()

const columns: readonly ListColumn<Worker, Scene>[] = [
  display({ id: 'name', header: 'Name', meta: { namesRow: true, plain: ({ name }) => name } }),
  display({ id: 'code', header: 'Code', meta: { plain: ({ code }) => code } }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      classes: 'whitespace-nowrap',
      plain: (worker, { onAction }) => (
        <>
          <IconButton
            size="small"
            label={`Badge of ${worker.name}`}
            icon={<QrIcon />}
            onClick={() => onAction('badge', worker)}
          />
          <IconButton
            size="small"
            label={`Remove ${worker.name}`}
            icon={<Trash2 />}
            onClick={() => onAction('remove', worker)}
          />
        </>
      ),
    },
  }),
]

const idOf = ({ workerId }: Worker) => workerId

/** The people on the floor with their codes. */
export function WorkersList({ workers, onAction }: { workers: readonly Worker[] } & Scene) {
  const table = useListTable({ columns, rows: workers, idOf })
  return <PlainList table={table} scene={{ onAction }} />
}
