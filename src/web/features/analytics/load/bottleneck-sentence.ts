import type { LateCauses } from '#contract/analytics.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

/** A work center that causes a smaller part of the lateness is not called the bottleneck. */
const bottleneckShare = 0.1

/** One sentence that names the work center that makes most projects late. */
export const bottleneckSentence = ({
  lateProjects,
  lateDays,
  workCenters: [first],
}: Pick<LateCauses, 'lateProjects' | 'lateDays' | 'workCenters'>): string => {
  if (lateProjects === 0) return 'No project is planned to end after its ship date.'
  const late = `${formatCount(lateProjects, 'project is', 'projects are')} late by ${formatCount(lateDays, 'day')} together`
  if (!first || first.lateDays <= 0) return `${late}, and none of them waits for a work center.`
  if (first.lateDays < lateDays * bottleneckShare)
    return `${late}. No work center is the bottleneck: waiting for ${first.name} causes most, ${formatCount(first.lateDays, 'project-day')}.`
  return `${first.name} is the bottleneck: waiting for it causes ${formatNumber(first.lateDays)} of the ${formatCount(lateDays, 'project-day')} of lateness, in ${formatCount(first.projects, 'project')}.`
}
