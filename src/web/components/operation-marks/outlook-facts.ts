import type { Operation } from '#contract/operations.ts'
import { formatDays } from '#web/lib/format-number.ts'

export interface OutlookFact {
  readonly label: string
  readonly value: string
  readonly className?: string
}

/** The known dates of an open operation, and the reason if it is on hold. `date` formats an instant. */
export function outlookFacts(
  operation: Pick<Operation, 'scheduledEndDate' | 'outlook' | 'holdReason' | 'materialReadyDate' | 'materialNote'>,
  date: (instant: string) => string,
): OutlookFact[] {
  const { scheduledEndDate, outlook, holdReason, materialReadyDate, materialNote } = operation
  if (!outlook || outlook.state === 'completed' || outlook.state === 'closed') return []
  const { forecastEndDate, needByDate, slackDays, behindPlan } = outlook
  const facts: OutlookFact[] = [
    { label: 'Scheduled end', value: scheduledEndDate ? date(scheduledEndDate) : 'Not scheduled' },
  ]
  if (holdReason) facts.unshift({ label: 'On hold', value: holdReason, className: 'text-hold-text' })
  if (forecastEndDate)
    facts.push({
      label: 'Forecast end',
      value: date(forecastEndDate),
      ...(behindPlan && { className: 'text-warn-text' }),
    })
  if (needByDate) facts.push({ label: 'Need by', value: date(needByDate) })
  if (slackDays !== null)
    facts.push({
      label: 'Slack',
      value: formatDays(slackDays),
      ...(slackDays < 0 && { className: 'text-crit-text' }),
    })
  if (materialReadyDate)
    facts.push({ label: 'Material ready', value: [date(materialReadyDate), materialNote].filter(Boolean).join(', ') })
  return facts
}
