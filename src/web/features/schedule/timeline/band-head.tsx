import { memo } from 'react'
import { heatText } from '#web/components/load-heat/heat-step.ts'
import { backlogWords, loadMeaning } from '#web/components/load-heat/load-words.ts'
import { rowHeaderRole } from '../frame/grid-roles.ts'
import { swatch } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { refusalAt } from '../model/center-refusals.ts'
import { type Band, headingPx } from './band-layout.ts'
import { otherCapacities } from './capacity-marks.ts'
import { centerLoad } from './center-load.ts'

const capacityWords = ({ capacity, isPool }: Pick<Band, 'capacity' | 'isPool'>) => {
  if (isPool) return capacity === 1 ? '1 person or tool' : `${capacity} people or tools`
  return `Capacity ${Math.max(capacity, 1)}`
}

/** The usual capacity of the work center, or the supplier of outside work. */
const usualWords = ({ model }: Pick<GanttScene, 'model'>, band: Band): string =>
  band.isOutside ? model.data.categories[band.category]?.supplier || 'Outside' : capacityWords(band)

/** The current capacity of the work center: 'Capacity 2', '1 of 2 available'. */
const presentWords = (gantt: GanttScene, band: Band): string =>
  otherCapacities(gantt.model, band).find(({ fromMs, toMs }) => fromMs <= gantt.nowMs && gantt.nowMs < toMs)?.words ??
  usualWords(gantt, band)

interface WeekLoad {
  /** Load of the rest of this week, by the organization's first day of the week; null = closed until the week ends. */
  readonly percent: number | null
  readonly backlogHours: number
}

const useWeekLoad = (band: Band): WeekLoad | null => {
  const gantt = useGantt()
  const load = band.hasStrip && gantt.isSettled ? centerLoad(gantt, band, 'thisWeek') : null
  // Minutes of it would read as 0 h.
  return load && { percent: load.percents[0] ?? null, backlogHours: load.backlogHours < 0.05 ? 0 : load.backlogHours }
}

/** Name, capacity, load and backlog of a work center, for screen readers. */
export const BandName = memo(function BandName({ band }: { band: Band }) {
  const { model, nowMs, words: text } = useGantt()
  const week = useWeekLoad(band)
  const words = [model.data.categories[band.category]?.name ?? 'No work center', usualWords({ model }, band)]
  for (const { fromMs, toMs, words: available } of otherCapacities(model, band)) {
    if (toMs <= nowMs) continue
    const until = toMs === Infinity ? 'on' : `to ${text.dayTime(toMs)}`
    words.push(`${available} from ${text.dayTime(fromMs)} ${until}`)
  }
  if (week) words.push(`this week ${week.percent === null ? 'closed' : `${heatText(week.percent)} %`}`)
  if (week && week.backlogHours > 0) words.push(backlogWords(week.backlogHours))
  return (
    <span className="sr-only" {...rowHeaderRole}>
      {words.join(', ')}
    </span>
  )
})

/** The name of the bands below. */
const BandHeading = ({ heading }: { heading: string }) => (
  <div
    aria-hidden="true"
    className="absolute left-0 flex w-full items-end border-line-2 border-b bg-surface pb-1 pl-5 text-ink-3 text-label"
    style={{ top: -headingPx, height: headingPx }}
  >
    {heading}
  </div>
)

/** Opens the form for overtime, downtime or another capacity. Painting on an empty part of the row fills in the time as well. */
function ExceptionButton({ band: { category, isOutside }, name }: { band: Band; name: string }) {
  const { enterException, refusals } = useGantt()
  if (isOutside) return null
  const refusal = refusalAt(refusals.exception, category)
  const label = `Overtime, downtime or capacity of ${name}; or paint a time on the row`
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={refusal !== null}
      title={refusal === null ? label : `${label}: ${refusal}`}
      className="absolute top-0 right-1 grid size-6 place-items-center rounded text-ink-3 hover:bg-press"
      onClick={() => {
        if (refusal === null) enterException(category)
      }}
    >
      +
    </button>
  )
}

/** A work center beside its lanes: name, capacity, load of this week and backlog, below the heading that it begins. */
export const BandHead = memo(function BandHead({ band, top }: { band: Band; top: number }) {
  const gantt = useGantt()
  const center = gantt.model.data.categories[band.category]
  const week = useWeekLoad(band)
  const isOver = (week?.percent ?? 0) > 100
  const oneLine = band.lanes.length === 1
  const color = swatch(center?.color)
  return (
    <div
      className="absolute flex w-full flex-col border-line-2 border-b bg-surface pr-3 pl-5 text-body"
      style={{ top, height: band.heightPx }}
    >
      {band.heading && <BandHeading heading={band.heading} />}
      <div
        className="truncate pt-0.5 pr-5 pl-3.5 font-semibold"
        style={{ background: `linear-gradient(${color},${color}) 0/8px 8px no-repeat` }}
        aria-hidden="true"
      >
        {center?.name ?? 'No work center'}
      </div>
      {center && (
        <div
          className={`truncate text-ink-2 text-label ${oneLine ? 'absolute top-0.5 right-8 max-w-1/2 bg-surface pl-1.5' : 'pl-3.5'}`}
          aria-hidden="true"
        >
          {presentWords(gantt, band)}
        </div>
      )}
      {center && <ExceptionButton band={band} name={center.name} />}
      {week && (
        <div
          aria-hidden="true"
          className={`mt-auto whitespace-nowrap pb-0.5 text-label ${isOver ? 'text-crit-text' : 'text-ink-2'}`}
          title={loadMeaning}
        >
          This week{' '}
          <b className="font-semibold tabular-nums">
            {week.percent === null ? 'closed' : `${heatText(week.percent)} %`}
          </b>
          {week.backlogHours > 0 && `, ${backlogWords(week.backlogHours)}`}
        </div>
      )}
    </div>
  )
})
