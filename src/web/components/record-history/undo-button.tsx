import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { Button } from '#web/ui/button.tsx'

/** Takes back what an entry belongs to, or puts it back; nothing where the reader may not. */
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

/** The entries that open their change set in a list newest first: there its button stands, once. */
export const opensItsSet = (entries: readonly HistoryEntry[], index: number): boolean =>
  entries[index]?.changeId !== entries[index - 1]?.changeId
