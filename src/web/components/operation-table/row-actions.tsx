import { CalendarClock, Link2, SlidersHorizontal, SquarePen } from 'lucide-react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTableScene } from './table-scene.ts'

const actions = [
  { kind: 'progress', label: 'Progress', Icon: SlidersHorizontal },
  { kind: 'reschedule', label: 'Reschedule', Icon: CalendarClock },
  { kind: 'notes', label: 'Notes', Icon: SquarePen },
  { kind: 'dependencies', label: 'Dependencies', Icon: Link2 },
] as const

/** The four dialogs of one operation. */
export function RowActions({ row, className }: { row: OperationListRow; className?: string }) {
  const { ask } = useTableScene()
  return (
    <span className={`flex gap-1 ${className ?? ''}`}>
      {actions.map(({ kind, label, Icon }) => (
        <IconButton
          key={kind}
          size="small"
          variant="default"
          icon={<Icon />}
          label={`${label} of ${row.name}`}
          onClick={() => ask(kind, row)}
        />
      ))}
    </span>
  )
}
