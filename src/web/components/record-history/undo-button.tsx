import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { Button } from '#web/ui/button.tsx'

/** The button that undoes or redoes the change set of an entry, or why the reader may not; nothing if it cannot be undone. */
export function UndoButton({ entry }: { entry: HistoryEntry }) {
  const { changeId, reversal, refusedReversal, userName, at } = entry
  const [busy, setBusy] = useState(false)
  const verb = reversal ?? refusedReversal?.verb
  if (!changeId || !verb) return null
  const label = verb === 'undo' ? 'Undo' : 'Redo'
  return (
    <Button
      size="small"
      variant="ghost"
      icon={verb === 'undo' ? <Undo2 /> : <Redo2 />}
      busy={busy}
      disabledReason={refusedReversal?.reason}
      aria-label={`${label} the change of ${userName}, ${at.slice(0, 16).replace('T', ' ')} UTC`}
      onClick={() => {
        setBusy(true)
        void requestUndo({ verb, changeId }).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}

/** True for the first entry of each change set in a list sorted newest first: only this entry has the button. */
export const opensItsSet = (entries: readonly HistoryEntry[], index: number): boolean =>
  entries[index]?.changeId !== entries[index - 1]?.changeId
