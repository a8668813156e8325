import { limits } from '#contract/vocabulary.ts'
import { type HoursLeftDecision, reportHoursLeft } from '#domain/operations/report-hours-left.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { NumberField } from '#web/ui/number-field.tsx'

type Estimated = {
  readonly durationHours: number
  readonly progressPercentage: number
  readonly originalHours?: number | null
}

/** The decision for the typed hours left; null if nothing was typed, and the slider counts. */
export const typedHoursLeft = (operation: Estimated | null, typed: string): HoursLeftDecision | null => {
  if (!operation || typed.trim() === '') return null
  const hoursLeft = Number(typed)
  if (!(hoursLeft >= 0 && hoursLeft <= limits.maxDurationHours)) {
    return { ok: false, reason: 'Enter the hours as a number, such as 7.5' }
  }
  return reportHoursLeft(operation, hoursLeft)
}

type HoursLeftFieldProps = {
  operation: Estimated
  /** The hours left according to the slider. */
  expected: number
  typed: string
  onType: (typed: string) => void
}

/** The hours left, instead of a percentage: more than estimated lengthen the duration. */
export function HoursLeftField({ operation, expected, typed, onType }: HoursLeftFieldProps) {
  const decision = typedHoursLeft(operation, typed)
  const grows = decision?.ok && decision.durationHours > operation.durationHours
  return (
    <NumberField
      label="Hours left"
      unit="h"
      min={0}
      placeholder={String(Math.round(expected * 100) / 100)}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      error={decision?.ok === false ? decision.reason : undefined}
      description={
        grows
          ? `The duration becomes ${formatHours(decision.durationHours)} instead of ${formatHours(operation.durationHours)}.`
          : undefined
      }
    />
  )
}
