import { useState } from 'react'
import { progressPercent } from '#domain/board/card-progress.ts'
import { formatPercent } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { type BoardCard, pathOf } from '../model/board-card.ts'

type UpdateProgressDialogProps = {
  card: BoardCard
  /** 0 to 100. */
  onSave: (percent: number) => void
  onClose: () => void
  onOpen: (path: string) => void
}

/** Specification 2.6: 0 to 100 in steps of 5. A project with operations has the progress of these, and says so. */
export function UpdateProgressDialog({ card, onSave, onClose, onOpen }: UpdateProgressDialogProps) {
  const start = card.type === 'project' ? card.project.progressPercentage : progressPercent(card.progress)
  const [percent, setPercent] = useState(Math.round(start))
  const derived = card.type === 'project' && card.project.operationCount > 0 ? card.project : null
  return (
    <Dialog
      open
      size="small"
      title="Update Progress"
      description={`#${card.number} ${card.title}`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {derived ? (
            <Button variant="primary" onClick={() => onOpen(pathOf(card))}>
              Go to operations
            </Button>
          ) : (
            <Button variant="primary" onClick={() => onSave(percent)}>
              Save Progress
            </Button>
          )}
        </>
      }
    >
      {derived ? (
        <p>
          Progress is calculated from the operations, weighted by hours: {formatPercent(start)},{' '}
          {derived.completedOperationCount} of {derived.operationCount} done. Report progress on the operations.
        </p>
      ) : (
        <>
          <div className="mb-2 flex items-baseline justify-between">
            <span className="text-ink-2 text-label">Progress</span>
            <output className="font-semibold text-figure tabular-nums">{formatPercent(percent)}</output>
          </div>
          <Slider label="Progress" value={percent} onChange={setPercent} valueText={`${percent} %`} />
        </>
      )}
    </Dialog>
  )
}
