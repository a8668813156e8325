import { Pencil, QrCode as QrIcon, Trash2 } from 'lucide-react'
import type { Worker } from '#contract/workers.ts'
import { iconActions } from '#web/components/data-list/icon-actions.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'

export type WorkerAction = 'edit' | 'badge' | 'remove'

interface Scene {
  onAction: (kind: WorkerAction, worker: Worker) => void
}

const { display } = listColumns<Worker, Scene>()

const columns: readonly ListColumn<Worker, Scene>[] = [
  display({
    id: 'name',
    header: 'Name',
    meta: { namesRow: true, plain: ({ name, isActive }) => (isActive ? name : `${name} (inactive)`) },
  }),
  display({ id: 'code', header: 'Code', meta: { plain: ({ code }) => code } }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: iconActions((worker, { onAction }) => [
      { label: `Edit ${worker.name}`, icon: <Pencil />, onClick: () => onAction('edit', worker) },
      { label: `Badge of ${worker.name}`, icon: <QrIcon />, onClick: () => onAction('badge', worker) },
      { label: `Remove ${worker.name}`, icon: <Trash2 />, onClick: () => onAction('remove', worker) },
    ]),
  }),
]

const idOf = ({ workerId }: Worker) => workerId

/** The people on the floor with their codes. */
export function WorkersList({ workers, onAction }: { workers: readonly Worker[] } & Scene) {
  const table = useListTable({ columns, rows: workers, idOf })
  return <PlainList table={table} scene={{ onAction }} />
}
