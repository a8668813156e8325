import { releaseWords } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { laterByForecast, projectLateness } from '../model/project-lateness.ts'
import { xOf } from '../model/time-scale.ts'

/** What is drawn of a project on the time axis, in plain values; paths and places in px of the surface. */
export interface SummaryDrawing {
  readonly isLate: boolean
  /** The span up to the ship date, the part after it, and the way to the end by the forecast; '' = nothing. */
  readonly span: string
  readonly lateSpan: string
  readonly forecast: string
  readonly shipDate: string
  /** The earliest start, which has words for those who do not see its flag. */
  readonly release: { readonly path: string; readonly left: number; readonly words: string } | null
  /** The lateness beside the span. */
  readonly text: { readonly words: string; readonly left: number; readonly isCritical: boolean } | null
}

const bar = (from: number, to: number) => (to > from ? `M${from} 5h${to - from}v6h${from - to}z` : '')
const cap = (x: number) => `M${x} 5h2.5v11h-2.5z`
/** A flag that points to the time in which the project may be worked on. */
const flag = (x: number) => `M${x - 0.75} 0h1.5v16h-1.5zM${x} 0.5l7 3.5l-7 3.5z`
const diamond = (x: number) => `M${x} 1l7 7l-7 7l-7 -7z`

/** The room that the lateness needs, and how far beyond the surface shapes still reach into it. */
const [textPx, beyondPx] = [180, 20]

/** What is drawn of a project on a surface; null = it has no dates, or none in this part of the time. */
export const summaryDrawing = (
  gantt: GanttScene,
  project: number,
  { originX, endX: surfaceEndX }: { readonly originX: number; readonly endX: number },
): SummaryDrawing | null => {
  const { model, scale, grid } = gantt
  const end = at(model.projectEndMs, project)
  const due = at(model.dueMs, project)
  if (end === 0) return null
  const [startX, endX] = [xOf(scale, at(model.projectStartMs, project)), xOf(scale, end)]
  const dueX = due > 0 ? xOf(scale, due) : endX
  const { state, days, pastDue } = projectLateness(model, project)
  const isLate = state === 'late'
  const forecastX = xOf(scale, laterByForecast(model, grid, project))
  const p90Ms = at(model.data.projects.p90Ms, project)
  // The text follows the tick of the odds, which lie behind the span.
  const textX = Math.max(endX, forecastX, due > 0 ? dueX + 7 : 0, p90Ms > 0 ? xOf(scale, p90Ms) + 2 : 0) + 8
  const release = releaseWords(gantt, project)
  const releaseX = release ? xOf(scale, at(model.data.projects.releaseMs, project)) : startX
  const [first, last] = [Math.min(startX, dueX - 8, releaseX), Math.max(textX + textPx, dueX + 8, releaseX + 8)]
  if (last < originX || first > surfaceEndX) return null
  // Spans can be years long, so only the part on the surface is drawn.
  const on = (x: number) => Math.round(Math.min(Math.max(x, originX - beyondPx), surfaceEndX + beyondPx) - originX)
  const isOn = (x: number) => x > originX - beyondPx && x < surfaceEndX + beyondPx
  const turn = isLate ? Math.max(startX, Math.min(dueX, endX)) : endX
  return {
    isLate,
    span:
      bar(on(startX), on(turn)) + (isOn(startX) ? cap(on(startX)) : '') + (isLate ? '' : endCap(isOn(endX), on(endX))),
    lateSpan: isLate ? bar(on(turn), on(endX)) + endCap(isOn(endX), on(endX)) : '',
    forecast: forecastX > endX ? `M${on(endX)} 8H${on(forecastX)}${isOn(forecastX) ? 'm0 -3v6' : ''}` : '',
    shipDate: due > 0 && isOn(dueX) ? diamond(on(dueX)) : '',
    release: release && isOn(releaseX) ? { path: flag(on(releaseX)), left: on(releaseX) - 1, words: release } : null,
    text: days && isOn(textX) ? { words: days, left: textX - originX, isCritical: isLate || pastDue !== null } : null,
  }
}

const endCap = (isOn: boolean, x: number): string => (isOn ? cap(x - 2.5) : '')
