import type { OperationListRow } from '#contract/operation-lists.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { type ActionDialogKind, rowSubject } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'

/** Keyboard shortcuts for actions on the selected rows, or on the active row if none is selected. */
export function useActionKeys(list: OperationList, activeRow: () => OperationListRow | null): void {
  const { ask, run } = list.actions
  const subject = () => {
    const row = activeRow()
    return list.subject() ?? (row && rowSubject(row))
  }
  const when = () => subject() !== null
  const dialog = (keys: string, label: string, kind: ActionDialogKind) => ({
    keys,
    label,
    when,
    run: () => {
      const chosen = subject()
      if (chosen) ask(kind, chosen)
    },
  })
  const action = (keys: string, label: string, kind: 'hold' | 'release') => ({
    keys,
    label,
    when,
    run: () => {
      const chosen = subject()
      if (chosen) void run(chosen, { kind })
    },
  })
  useShortcuts('Operations', [
    dialog('R', 'Reschedule', 'reschedule'),
    dialog('F', 'Next free slot', 'freeSlot'),
    dialog('P', 'Progress', 'progress'),
    action('H', 'Hold', 'hold'),
    action('U', 'Release', 'release'),
    dialog('N', 'Notes', 'notes'),
    dialog('I', 'Priority', 'priority'),
    dialog('S', 'Snooze', 'snooze'),
    { ...dialog('D', 'Dependencies', 'dependencies'), when: () => subject()?.row != null },
  ])
}
