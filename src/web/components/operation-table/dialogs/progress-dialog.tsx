import { useState } from 'react'
import { formatPercent } from '#web/lib/format-number.ts'
import { Slider } from '#web/ui/slider.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** Specification 2.6: 'Update Progress', 0 to 100 in steps of 5. */
export function ProgressDialog({ subject, onRun, onClose }: ActionFormProps) {
  const [percent, setPercent] = useState(Math.round(subject.row?.progressPercentage ?? 0))
  return (
    <ActionDialog
      title="Update Progress"
      subject={subject.title}
      submit="Save Progress"
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'progress', progressPercentage: percent })}
    >
      <div>
        <div className="mb-2 flex items-baseline justify-between">
          <span className="text-ink-2 text-label">Progress</span>
          <output className="font-semibold text-figure tabular-nums">{formatPercent(percent)}</output>
        </div>
        <Slider label="Progress" value={percent} onChange={setPercent} valueText={`${percent} %`} />
      </div>
    </ActionDialog>
  )
}
