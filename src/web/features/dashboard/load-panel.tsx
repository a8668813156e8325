import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import { loadPercent } from '#domain/analytics/load-percent.ts'
import { heatClass, heatText } from '#web/components/load-heat/heat-step.ts'
import { loadMeaning, loadTitle, overCapacityMeaning } from '#web/components/load-heat/load-words.ts'
import { weekName } from '#web/components/load-heat/week-name.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'

const shownCenters = 10

/** Backlog and load of this week and the next two, for the fullest work centers first. */
export const LoadPanel = ({ dashboard: { load, figures }, dates }: { dashboard: Dashboard; dates: DateSettings }) => {
  const rows = load.workCenters
    .map((center) => {
      const percents = center.loadHours.map((hours, week) => loadPercent(hours, center.openHours[week] ?? 0))
      return { ...center, percents, peak: Math.max(...percents.map((percent) => percent ?? 0)) }
    })
    .toSorted((a, b) => b.peak - a.peak || b.backlogHours - a.backlogHours)
    .slice(0, shownCenters)
  return (
    <Panel
      title={loadTitle}
      meta={
        figures.overCapacity > 0 && (
          <span title={overCapacityMeaning}>
            <Mark kind="late">{figures.overCapacity} over</Mark>
          </span>
        )
      }
      actions={
        <Link to="/analytics" className="text-primary-text hover:underline">
          Open analytics
        </Link>
      }
    >
      {rows.length === 0 ? (
        <p className="px-3 py-6 text-center text-ink-3">Work centers and their load will appear here.</p>
      ) : (
        <table className="m-2 border-separate [border-spacing:0.125rem] tabular-nums">
          <thead className="text-axis text-ink-3">
            <tr>
              <th scope="col">
                <span className="sr-only">Work center</span>
              </th>
              <th scope="col" title={loadMeaning} className="min-w-14 pr-2 pb-1 text-right font-normal">
                Backlog
              </th>
              {load.weeks.map(({ week, isCurrent }) => (
                <th key={week} scope="col" className="w-18 pb-1 font-normal">
                  {isCurrent ? 'This week' : weekName(week, dates)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ categoryId, name, percents, backlogHours }) => (
              <tr key={categoryId}>
                <th scope="row" className="max-w-36 truncate pr-2 text-left font-normal">
                  {name}
                </th>
                <td className="whitespace-nowrap pr-2 text-right text-label">
                  {backlogHours > 0 ? formatHours(backlogHours) : '–'}
                </td>
                {percents.map((percent, index) => (
                  <td
                    key={load.weeks[index]?.week}
                    className={classNames('h-6 rounded-part text-center text-label', heatClass(percent))}
                  >
                    {heatText(percent)}
                    {(percent ?? 0) > 100 && <span className="sr-only"> over capacity</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
