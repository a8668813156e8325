import type { ProposalDetails } from '#contract/proposals.ts'
import { type DateSettings, dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { formatDays } from '#web/lib/format-number.ts'

type Reader = { dates: DateSettings; nowMs: number }

const latenessWords = (days: number | null): string => {
  if (days === null) return ''
  return days > 0 ? `, ${formatDays(days)} late` : ', on time'
}

/**
 * The effect on the project that the proposal is to help, even if its end stays: '#1031 would still end Fri 12/04, 9 d late.',
 * '#1031 would end Wed 12/02 instead of Fri 12/04, on time.' Null if there is no such project, or it has no date.
 */
export const helpedWords = (
  { helped, names, state }: Pick<ProposalDetails, 'helped' | 'names' | 'state'>,
  { dates, nowMs }: Reader,
): string | null => {
  const number = helped && names[helped.projectId]?.split(' ')[0]
  if (!helped || !number) return null
  const isDone = state === 'applied'
  const { completionBefore, completionAfter, latenessDaysAfter } = helped
  const day = (instant: string | null) => formatShipDate(dayOfEnd(instant), dates, nowMs)
  if (completionAfter === null)
    return completionBefore === null ? null : `${number} ${isDone ? 'lost' : 'would lose'} its date.`
  const after = day(completionAfter)
  const before = completionBefore === null ? null : day(completionBefore)
  const end = isDone ? 'ends' : 'end'
  const verb = `${isDone ? '' : 'would '}${before === after ? 'still ' : ''}${end}`
  const instead = before === null || before === after ? '' : ` instead of ${before}`
  return `${number} ${verb} ${after}${instead}${latenessWords(latenessDaysAfter)}.`
}
