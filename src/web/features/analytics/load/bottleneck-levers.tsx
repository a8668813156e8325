import type { LateCauses } from '#contract/analytics.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

type Lever = LateCauses['levers'][number]

/** '2 at once', 'Overtime' */
const leverName = ({ code, changes }: Lever): string => {
  const capacity = changes.flatMap((change) => (change.kind === 'category' ? (change.capacity ?? []) : []))[0]
  if (code === 'addOvertime') return 'Overtime'
  return capacity === undefined ? 'One more for a time' : `${formatNumber(capacity)} at once`
}

const leverTitle = (lever: Lever): string => `${lever.workCenter?.name ?? 'Work center'}: ${leverName(lever)}`

/** 'Saw: 2 at once, then schedule again. 74 late days instead of 260' */
export const leverWords = (lever: Lever): string => {
  const { method, lateDays, lateDaysBefore } = lever
  const then = method === 'optimize' ? ', then schedule again' : ''
  return `${leverTitle(lever)}${then}. ${formatCount(lateDays ?? 0, 'late day')} instead of ${formatNumber(lateDaysBefore)}`
}

/** What saves late days at the bottleneck, each to be tried first. */
export const BottleneckLevers = ({ levers }: Pick<LateCauses, 'levers'>) => (
  <ul aria-label="What would help there" className="flex flex-col gap-2 px-3 pb-3 empty:hidden">
    {levers.map((lever) => (
      <li key={lever.code} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TryChangesButton size="small" changes={lever.changes} method={lever.method} title={leverTitle(lever)} />
        <span className="text-ink-2">{leverWords(lever)}</span>
      </li>
    ))}
  </ul>
)
