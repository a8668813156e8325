import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { formatAway, formatHours, formatHoursColumn } from '#web/lib/format-hours.ts'
import { formatCount, formatProgress } from '#web/lib/format-number.ts'

type Summed = { project: Project; shown: readonly Operation[]; categories: ReadonlyMap<string, Category> }

const leftOf = (some: readonly Operation[]): number =>
  some.reduce(
    (sum, { durationHours, progressPercentage }) =>
      sum + durationHours * (1 - Math.min(100, Math.max(0, progressPercentage)) / 100),
    0,
  )

/** Number of operations, their progress, the hours done and left in our own work centers, and the time left outside. */
const sumOf = ({ project, shown, categories }: Summed) => {
  const { outside = [], ours = [] } = Object.groupBy(shown, ({ categoryId }) => {
    const center = categories.get(categoryId ?? '')
    return center !== undefined && isOutside(center) ? 'outside' : 'ours'
  })
  const hours = ours.reduce((sum, { durationHours }) => sum + durationHours, 0)
  const [left, outsideLeft] = [leftOf(ours), leftOf(outside)]
  const all = shown.length === project.operationCount
  const percent = all ? project.progressPercentage : hours > 0 ? ((hours - left) / hours) * 100 : 0
  return {
    count: formatCount(shown.length, 'operation'),
    percent,
    hours,
    done: hours - left,
    left,
    away: awayWords(outsideLeft),
  }
}

/** ', 5 days outside'; empty if there is no outside work. */
const awayWords = (hours: number): string => (hours > 0 ? `, ${formatAway(hours)} outside` : '')

/** The totals in one line, for narrow screens. */
export const sumWords = (summed: Summed): string => {
  const { count, percent, done, left, away } = sumOf(summed)
  return `${count}, ${formatProgress(percent)}, ${formatHours(done)} done, ${formatHours(left)} left${away}`
}

/** The last row of the table, with the totals. `isTight` omits the columns of hours, start and predecessors. */
export function SumRow({ isTight, ...summed }: Summed & { isTight: boolean }) {
  const { count, percent, hours, done, left, away } = sumOf(summed)
  return (
    <tr className="h-row border-line border-t text-ink-2 [&_td]:px-3">
      <td />
      <td colSpan={3}>{count}</td>
      <td>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-1 w-11 overflow-hidden rounded-mark bg-press">
            <span className="block h-full bg-primary" style={{ width: `${Math.min(100, percent)}%` }} />
          </span>
          <span className="w-11 whitespace-nowrap text-right text-ink tabular-nums">{formatProgress(percent)}</span>
        </span>
      </td>
      {!isTight && <td className="text-right font-semibold text-ink tabular-nums">{formatHoursColumn(hours)}</td>}
      <td colSpan={isTight ? 2 : 4} className="tabular-nums">
        {formatHoursColumn(done)} h done, {formatHoursColumn(left)} h left
        {away}
      </td>
    </tr>
  )
}
