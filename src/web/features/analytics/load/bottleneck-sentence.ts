import type { LateCauses } from '#contract/analytics.ts'
import { causeTitles } from '#web/components/operation-table/cause-words.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'
import { percentOf } from '../figures/delivery-tables.ts'

/** A work center that causes a smaller share of the lateness is not called the bottleneck. */
const bottleneckShare = 0.1

type Causes = Pick<LateCauses, 'lateProjects' | 'lateDays' | 'workCenters' | 'others'>

const shareWords = (part: number, { lateDays }: Causes): string => `(${formatPercent(percentOf(part, lateDays))})`

/** The first cause that is no queue, if it makes more days late than the first work center; otherwise undefined. */
const greaterCause = ({ workCenters: [first], others: [cause] }: Causes) =>
  cause && cause.lateDays > (first?.lateDays ?? 0) ? cause : undefined

/** 'The largest cause is "Planned late": 38.3 of the 63 project-days (61 %), in 5 projects.'; null if it is a work center. */
export const greatestCauseSentence = (causes: Causes): string | null => {
  const cause = greaterCause(causes)
  if (!cause || causes.lateProjects === 0) return null
  const part = `${formatNumber(cause.lateDays)} of the ${formatCount(causes.lateDays, 'project-day')}`
  return `The largest cause is "${causeTitles[cause.cause]}": ${part} ${shareWords(cause.lateDays, causes)}, in ${formatCount(cause.projects, 'project')}.`
}

/** One sentence that names the work center that makes most projects late, with its share of the lateness. */
export const bottleneckSentence = (causes: Causes): string => {
  const { lateProjects, lateDays, workCenters } = causes
  const [first] = workCenters
  if (lateProjects === 0) return 'No project is planned to end after its ship date.'
  const late = `${formatCount(lateProjects, 'project is', 'projects are')} ${formatCount(lateDays, 'day')} late in total`
  if (!first || first.lateDays <= 0) return `${late}, and none of them waits for a work center.`
  const share = shareWords(first.lateDays, causes)
  if (first.lateDays < lateDays * bottleneckShare)
    return `${late}. No work center is the bottleneck. Most time is lost waiting for ${first.name}: ${formatCount(first.lateDays, 'project-day')} ${share}.`
  return `${first.name} is the bottleneck: waiting for it causes ${formatNumber(first.lateDays)} of the ${formatCount(lateDays, 'project-day')} of lateness ${share}, in ${formatCount(first.projects, 'project')}.`
}
