import { CalendarPlus, Gauge } from 'lucide-react'
import { memo } from 'react'
import { heatText } from '#web/components/load-heat/heat-step.ts'
import { backlogWords, loadMeaning } from '#web/components/load-heat/load-words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rowHeaderRole } from '../frame/grid-roles.ts'
import { swatch } from '../gantt/bar-look.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { refusalAt } from '../model/center-refusals.ts'
import { type Band, headingPx } from './band-layout.ts'
import { otherCapacities } from './capacity-marks.tsx'
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
  const load = band.hasStrip ? centerLoad(gantt, band, 'thisWeek') : null
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
    className="absolute flex w-full items-end border-line-2 border-b bg-surface pb-1 pl-5 text-ink-3 text-label"
    style={{ top: -headingPx, height: headingPx }}
  >
    {heading}
  </div>
)

/** Opens the form for overtime, downtime or another capacity. Painting on an empty part of the row fills in the time as well. */
function ExceptionButton({ band: { category, isOutside }, name }: { band: Band; name: string }) {
  const { enterException, refusals } = useGantt()
  if (isOutside) return null
  return (
    <span className="absolute top-0 right-1 text-ink-3">
      <IconButton
        size="small"
        label={`Overtime, downtime or capacity of ${name}; or paint a time on the row`}
        icon={<CalendarPlus />}
        disabledReason={refusalAt(refusals.exception, category)}
        onClick={() => enterException(category)}
      />
    </span>
  )
}

function OwnHead({ band }: { band: Band }) {
  const gantt = useGantt()
  const { model } = gantt
  const center = model.data.categories[band.category]
  const week = useWeekLoad(band)
  const over = (week?.percent ?? 0) > 100
  const oneLine = band.lanes.length === 1
  return (
    <div
      className="flex w-full flex-col border-line-2 border-b bg-surface pr-3 pl-5 text-body"
      style={{ height: band.heightPx }}
    >
      {center && <ExceptionButton band={band} name={center.name} />}
      <div className={`flex pt-0.5 pr-5 ${oneLine ? 'items-center' : 'flex-col'}`} aria-hidden="true">
        <span className="flex min-w-0 items-center gap-1.5 font-semibold">
          <span className="size-2 shrink-0 rounded-mark" style={{ background: swatch(center?.color) }} />
          <span className="truncate">{center?.name ?? 'No work center'}</span>
        </span>
        {center && (
          <span className={`shrink-0 truncate text-ink-2 text-label ${oneLine ? 'ml-auto max-w-1/2' : 'pl-3.5'}`}>
            {presentWords(gantt, band)}
          </span>
        )}
      </div>
      {week && (
        <div
          aria-hidden="true"
          className="mt-auto flex items-center gap-1.5 whitespace-nowrap pb-0.5 text-ink-2 text-label"
          title={loadMeaning}
        >
          <span className="mr-auto">This week</span>
          <span
            className={`flex items-center gap-1 font-semibold tabular-nums ${over ? 'text-crit-text' : 'text-ink'}`}
          >
            {over && <Gauge className="size-3.5" />}
            {week.percent === null ? 'closed' : `${heatText(week.percent)} %`}
          </span>
          {week.backlogHours > 0 && <span className="tabular-nums">{backlogWords(week.backlogHours)}</span>}
        </div>
      )}
    </div>
  )
}

/** A work center beside its lanes: name, capacity, load of this week and backlog, below the heading that it begins. */
export const BandHead = memo(function BandHead({ band, top }: { band: Band; top: number }) {
  return (
    <div className="absolute w-full" style={{ top }}>
      {band.heading && <BandHeading heading={band.heading} />}
      <OwnHead band={band} />
    </div>
  )
})
