import type { LateCauses } from '#contract/analytics.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { LateIcon, OnTimeIcon } from '#web/ui/icons/state-icons.tsx'

/** Names the work center that makes most projects late, in one sentence. */
export const bottleneckSentence = ({ lateProjects, lateDays, workCentres }: LateCauses): string => {
  if (lateProjects === 0) return 'No project is planned to end after its ship date.'
  const late = `${formatCount(lateProjects, 'project is', 'projects are')} late by ${formatCount(lateDays, 'day')} together`
  const first = workCentres[0]
  if (!first || first.lateDays <= 0) return `${late}, and none of them waits for a work center.`
  return `${first.name} is the bottleneck: waiting for it causes ${formatNumber(first.lateDays)} of the ${formatCount(lateDays, 'project-day')} of lateness, in ${formatCount(first.projects, 'project')}.`
}

/** Its line is there before the causes are, so that nothing moves when they come. */
export const Bottleneck = ({ causes }: { causes: LateCauses | undefined }) => (
  <p className="flex items-start gap-2 border-line border-t px-3 py-2.5">
    {causes &&
      (causes.lateProjects > 0 ? (
        <LateIcon className="mt-0.5 size-4 shrink-0 text-crit-text" />
      ) : (
        <OnTimeIcon className="mt-0.5 size-4 shrink-0 text-ok-text" />
      ))}
    {causes ? bottleneckSentence(causes) : '\u00a0'}
  </p>
)
