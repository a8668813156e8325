import { useState } from 'react'
import { formatPercent } from '#web/lib/format-number.ts'
import { Slider } from '#web/ui/slider.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

/** Specification 2.6: 'Update Progress', 0 to 100 in steps of 5. For many nothing is chosen at first: Enter alone resets none. */
export function ProgressDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const [chosen, setChosen] = useState(subject.row ? Math.round(subject.row.progressPercentage) : null)
  const percent = chosen ?? 0
  return (
    <ActionDialog
      title="Update Progress"
      subject={subject.title}
      submit="Save Progress"
      disabledReason={chosen === null && 'Choose a progress value'}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onRun({ kind: 'progress', progressPercentage: percent })}
    >
      <div>
        <div className="mb-2 flex items-baseline justify-between">
          <span className="text-ink-2 text-label">Progress</span>
          <output className="font-semibold text-figure tabular-nums">
            {chosen === null ? '—' : formatPercent(chosen)}
          </output>
        </div>
        <Slider
          label="Progress"
          value={percent}
          onChange={setChosen}
          valueText={chosen === null ? 'Not chosen' : `${chosen} %`}
        />
      </div>
    </ActionDialog>
  )
}
