import { z } from 'zod/mini'
import type { BulkAction } from '#contract/bulk-operations.ts'
import { ProgressPercent, preprocess } from '#contract/fields.ts'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { HoursLeftField, typedHoursLeft } from '#web/components/operation-form/progress-fields.tsx'
import { formatPercent } from '#web/lib/format-number.ts'
import { Slider } from '#web/ui/slider.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'

const ProgressInput = preprocess(
  (values: { progressPercentage: number | null; hoursLeft: string }) => values,
  z.object({ progressPercentage: ProgressPercent, hoursLeft: z.string() }),
)

/** Typed hours take precedence over the slider. */
const actionOf = ({ progressPercentage, hoursLeft }: z.output<typeof ProgressInput>): BulkAction =>
  hoursLeft.trim() === ''
    ? { kind: 'progress', progressPercentage }
    : { kind: 'hoursLeft', hoursLeft: Number(hoursLeft) }

/** Progress from 0 to 100 in steps of 5. For several operations no value is preset, so that Enter alone resets none. */
export function ProgressDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { submit, choice, ...frame } = useContractForm({
    schema: ProgressInput,
    values: {
      progressPercentage: subject.row ? Math.round(subject.row.progressPercentage) : null,
      hoursLeft: '',
    },
  })
  const { value: chosen, onChange } = choice('progressPercentage')
  const hours = choice('hoursLeft')
  const { row } = subject
  const decision = typedHoursLeft(row, hours.value)
  const shown = decision?.ok ? decision.progressPercentage : chosen
  return (
    <ActionDialog
      title="Update Progress"
      subject={subject.title}
      submitLabel="Save Progress"
      disabledReason={decision?.ok === false ? decision.reason : shown === null && 'Choose a progress value'}
      frame={frame}
      onClose={onClose}
      onSubmit={submit((input) => onRun(actionOf(input)))}
      onTry={submit((input) => onTry(actionOf(input)))}
      isTrying={isTrying}
    >
      <div>
        <div className="mb-2 flex items-baseline justify-between">
          <span className="text-ink-2 text-label">Progress</span>
          <output className="font-semibold text-figure tabular-nums">
            {shown === null ? '—' : formatPercent(shown)}
          </output>
        </div>
        <Slider
          label="Progress"
          value={Math.round(shown ?? 0)}
          onChange={(percent) => {
            hours.onChange('')
            onChange(percent)
          }}
          valueText={shown === null ? 'Not chosen' : formatPercent(shown)}
        />
      </div>
      {row && !row.categoryOutside && (
        <HoursLeftField
          operation={row}
          expected={row.durationHours * (1 - (chosen ?? 0) / 100)}
          typed={hours.value}
          onType={hours.onChange}
        />
      )}
    </ActionDialog>
  )
}
