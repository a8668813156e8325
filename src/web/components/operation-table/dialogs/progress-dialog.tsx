import { z } from 'zod/mini'
import { ProgressPercent, preprocess } from '#contract/fields.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { formatPercent } from '#web/lib/format-number.ts'
import { Slider } from '#web/ui/slider.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const ProgressInput = preprocess(
  (values: { progressPercentage: number | null }) => values,
  z.object({ progressPercentage: ProgressPercent }),
)

/** Specification 2.6: 'Update Progress', 0 to 100 in steps of 5. For several operations nothing is chosen at first, so that Enter alone resets none. */
export function ProgressDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { submit, choice, ...frame } = useContractForm({
    schema: ProgressInput,
    values: { progressPercentage: subject.row ? Math.round(subject.row.progressPercentage) : null },
  })
  const { value: chosen, onChange } = choice('progressPercentage')
  return (
    <ActionDialog
      title="Update Progress"
      subject={subject.title}
      submitLabel="Save Progress"
      disabledReason={chosen === null && 'Choose a progress value'}
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun({ kind: 'progress', ...input }))}
      onTry={submit((input) => onTry({ kind: 'progress', ...input }))}
      isTrying={isTrying}
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
          value={chosen ?? 0}
          onChange={onChange}
          valueText={chosen === null ? 'Not chosen' : `${chosen} %`}
        />
      </div>
    </ActionDialog>
  )
}
