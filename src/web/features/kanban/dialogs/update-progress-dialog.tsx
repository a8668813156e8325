import { useState } from 'react'
import { progressPercent } from '#domain/board/card-progress.ts'
import { formatProgress } from '#web/lib/format-number.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'
import type { BoardCard } from '../model/board-card.ts'

type UpdateProgressDialogProps = {
  card: BoardCard
  /** 0 to 100. */
  onSave: (percent: number) => void
  onClose: () => void
}

/** 0 to 100 in steps of 5: of an operation, or of a project without operations. */
export function UpdateProgressDialog({ card, onSave, onClose }: UpdateProgressDialogProps) {
  const start = card.type === 'project' ? card.project.progressPercentage : progressPercent(card.progress)
  const [percent, setPercent] = useState(Math.round(start))
  return (
    <FormDialog
      size="small"
      title="Update Progress"
      description={`#${card.number} ${card.title}`}
      submitLabel="Save Progress"
      onClose={onClose}
      onSubmit={() => onSave(percent)}
    >
      <div>
        <div className="mb-2 flex items-baseline justify-between">
          <span className="text-ink-2 text-label">Progress</span>
          <output className="font-semibold text-figure tabular-nums">{formatProgress(percent)}</output>
        </div>
        <Slider label="Progress" value={percent} onChange={setPercent} valueText={`${percent} %`} />
      </div>
    </FormDialog>
  )
}
