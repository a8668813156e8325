import { CalendarClock, Link2, SlidersHorizontal, SquarePen } from 'lucide-react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { useActor } from '#web/stores/actor.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTableScene } from './table-scene.ts'
import { listRefusal } from './use-operation-actions.ts'

const actions = [
  { kind: 'progress', label: 'Progress', Icon: SlidersHorizontal },
  { kind: 'reschedule', label: 'Reschedule', Icon: CalendarClock },
  { kind: 'notes', label: 'Notes', Icon: SquarePen },
  { kind: 'dependencies', label: 'Dependencies', Icon: Link2 },
] as const

type RowActionsProps = {
  row: OperationListRow
  /** Which dialogs to offer; all four by default. */
  kinds?: readonly (typeof actions)[number]['kind'][]
}

/** The four dialogs of one operation. */
export function RowActions({ row, kinds }: RowActionsProps) {
  const { ask } = useTableScene()
  const actor = useActor()
  return (
    <span className="flex gap-1">
      {actions
        .filter(({ kind }) => kinds?.includes(kind) ?? true)
        .map(({ kind, label, Icon }) => (
          <IconButton
            key={kind}
            size="small"
            variant="default"
            icon={<Icon />}
            label={`${label} of ${row.name}`}
            disabledReason={listRefusal(actor, kind, row)}
            onClick={() => ask(kind, row)}
          />
        ))}
    </span>
  )
}
