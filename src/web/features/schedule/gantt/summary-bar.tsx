import { memo } from 'react'
import { LateIcon } from '#web/ui/icons/state-icons.tsx'
import { releaseWords } from '../frame/bar-words.ts'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { laterByForecast, projectLateness } from '../model/project-lateness.ts'
import { xOf } from '../model/time-scale.ts'

interface SummaryBarProps {
  readonly project: number
  readonly originX: number
  readonly endX: number
}

const bar = (from: number, to: number) => (to > from ? `M${from} 5h${to - from}v6h${from - to}z` : '')
const cap = (x: number) => `M${x} 5h2.5v11h-2.5z`
/** A flag that points to the time in which the project may be worked on. */
const flag = (x: number) => `M${x - 0.75} 0h1.5v16h-1.5zM${x} 0.5l7 3.5l-7 3.5z`
const diamond = (x: number) => `M${x} 1l7 7l-7 7l-7 -7z`

/**
 * The span of a project, red after the ship date if late, with a flag at the earliest start, a diamond at the ship date, and the lateness. A dashed line goes on to the
 * end by the forecast where that is later than the plan says.
 */
export const SummaryBar = memo(function SummaryBar({ project, originX, endX: surfaceEndX }: SummaryBarProps) {
  const gantt = useGantt()
  const { model, scale, grid } = gantt
  const end = at(model.projectEndMs, project)
  const due = at(model.dueMs, project)
  if (end === 0) return null
  const [startX, endX] = [xOf(scale, at(model.projectStartMs, project)), xOf(scale, end)]
  const dueX = due > 0 ? xOf(scale, due) : endX
  const { state, days, pastDue } = projectLateness(model, project)
  const late = state === 'late'
  const forecastX = xOf(scale, laterByForecast(model, grid, project))
  const textX = Math.max(endX, forecastX, due > 0 ? dueX + 7 : 0) + 8
  const release = releaseWords(gantt, project)
  const releaseX = release ? xOf(scale, at(model.data.projects.releaseMs, project)) : startX
  if (Math.max(textX + 180, dueX + 8, releaseX + 8) < originX || Math.min(startX, dueX - 8, releaseX) > surfaceEndX)
    return null
  // Spans can be years long, so only the part on the surface is drawn.
  const clip = (x: number) => Math.round(Math.min(Math.max(x, originX - 20), surfaceEndX + 20) - originX)
  const turn = late ? Math.max(startX, Math.min(dueX, endX)) : endX
  const inView = (x: number) => x > originX - 20 && x < surfaceEndX + 20
  return (
    <>
      <svg className="pointer-events-none absolute top-2 left-0 h-4 w-full overflow-visible" aria-hidden="true">
        <path className="fill-bar-sum" d={bar(clip(startX), clip(turn)) + (inView(startX) ? cap(clip(startX)) : '')} />
        <path
          className={late ? 'fill-crit' : 'fill-bar-sum'}
          d={bar(clip(turn), clip(endX)) + (inView(endX) ? cap(clip(endX) - 2.5) : '')}
        />
        {forecastX > endX && (
          <path
            className={late ? 'stroke-crit' : 'stroke-ink-2'}
            strokeDasharray="3 2"
            d={`M${clip(endX)} 8H${clip(forecastX)}${inView(forecastX) ? 'm0 -3v6' : ''}`}
          />
        )}
        {release && inView(releaseX) && <path className="fill-ink-2" d={flag(clip(releaseX))} data-release="" />}
        {due > 0 && inView(dueX) && (
          <path
            className={late ? 'fill-crit stroke-crit' : 'fill-surface stroke-ink-2'}
            strokeWidth={1.75}
            d={diamond(clip(dueX))}
          />
        )}
      </svg>
      {release && inView(releaseX) && (
        <span
          role="img"
          aria-label={release}
          title={release}
          className="absolute top-2 h-4 w-2.5"
          style={{ left: clip(releaseX) - 1 }}
        />
      )}
      {days && inView(textX) && (
        <span
          className={`absolute top-2 flex items-center gap-1 whitespace-nowrap text-axis tabular-nums ${
            late || pastDue ? 'text-crit-text' : 'text-ink-3'
          }`}
          style={{ left: textX - originX }}
        >
          {late && <LateIcon className="size-3 shrink-0" />}
          {days}
        </span>
      )}
    </>
  )
})
