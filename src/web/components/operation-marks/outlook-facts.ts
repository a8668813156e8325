import type { Operation } from '#contract/operations.ts'
import { chanceWords, oddsGapWords } from '#web/components/project-marks/odds-words.ts'
import { formatDays } from '#web/lib/format-number.ts'

export interface OutlookFact {
  readonly label: string
  readonly value: string
  readonly className?: string
}

type Odds = NonNullable<NonNullable<Operation['outlook']>['odds']>

/** '50 % sure by Tue 12/8, 80 % by Thu 12/10; 63 % by its need-by date'. */
const oddsWords = ({ p50, p80, needByChance }: Odds, day: (instant: string) => string): string => {
  const dates = `50 % sure by ${day(p50)}, 80 % by ${day(p80)}`
  return needByChance === null ? dates : `${dates}; ${chanceWords(needByChance)} by its need-by date`
}

/** The known dates of an open operation, its odds, and the reason if it is on hold. `date` formats an instant, `day` the day of an end. */
export function outlookFacts(
  operation: Pick<Operation, 'scheduledEndDate' | 'outlook' | 'holdReason' | 'materialReadyDate' | 'materialNote'>,
  date: (instant: string) => string,
  day: (instant: string) => string,
): OutlookFact[] {
  const { scheduledEndDate, outlook, holdReason, materialReadyDate, materialNote } = operation
  if (!outlook || outlook.state === 'completed' || outlook.state === 'closed') return []
  const { forecastEndDate, needByDate, slackDays, behindPlan, odds, oddsGap } = outlook
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
  if (forecastEndDate)
    facts.push(
      odds
        ? { label: 'Odds', value: oddsWords(odds, day), className: 'whitespace-normal' }
        : { label: 'Odds', value: oddsGapWords(oddsGap), className: 'whitespace-normal text-ink-3' },
    )
  if (materialReadyDate)
    facts.push({ label: 'Material ready', value: [date(materialReadyDate), materialNote].filter(Boolean).join(', ') })
  return facts
}
