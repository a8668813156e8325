import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { Button } from '#web/ui/button.tsx'

/** The button that undoes or redoes the change set of an entry; nothing if the reader may not. */
export function UndoButton({ entry: { changeId, reversal, userName, at } }: { entry: HistoryEntry }) {
  const [busy, setBusy] = useState(false)
  if (!changeId || !reversal) return null
  const label = reversal === 'undo' ? 'Undo' : 'Redo'
  return (
    <Button
      size="small"
      variant="ghost"
      icon={reversal === 'undo' ? <Undo2 /> : <Redo2 />}
      busy={busy}
      aria-label={`${label} the change of ${userName}, ${at.slice(0, 16).replace('T', ' ')} UTC`}
      onClick={() => {
        setBusy(true)
        void requestUndo({ verb: reversal, changeId }).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}

/** The first entry of each change set in a list sorted newest first: only this entry has the button. */
export const opensItsSet = (entries: readonly HistoryEntry[], index: number): boolean =>
  entries[index]?.changeId !== entries[index - 1]?.changeId
