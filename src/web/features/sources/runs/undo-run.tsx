import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { SourceRun } from '#contract/data-sources.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'

/** The button that undoes or redoes everything that a run changed; nothing if it changed nothing. */
export function UndoRun({ run, dates }: { run: SourceRun; dates: DateSettings }) {
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal('importWork')
  const { changeId, isUndone, startedAt } = run
  if (changeId === null) return null
  const label = isUndone ? 'Redo' : 'Undo'
  return (
    <Button
      size="small"
      variant="ghost"
      icon={isUndone ? <Redo2 /> : <Undo2 />}
      busy={busy}
      disabledReason={refusal}
      aria-label={`${label} the run of ${formatShortDateTime(startedAt, dates)}`}
      onClick={() => {
        setBusy(true)
        void requestUndo({ verb: isUndone ? 'redo' : 'undo', changeId }).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
}
