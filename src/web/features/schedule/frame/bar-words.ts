import { isOutside } from '#domain/categories/category-kind.ts'
import { hasFlag, isMovable, isPlaced } from '#domain/schedule/movable-plan.ts'
import { ignoredPredecessor, isOverloaded } from '#domain/schedule/overloads.ts'
import { hourMs } from '#domain/time/units.ts'
import { operationStateLooks } from '#web/components/operation-table/operation-state-looks.ts'
import { changeoverText } from '#web/lib/family-name.ts'
import { formatAway } from '#web/lib/format-hours.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { differs, type OtherDates } from '../model/other-dates.ts'
import { awaitedMaterialMs, operationStateAt, type ScheduleModel, toneOf } from '../model/schedule-model.ts'
import { workText } from '../model/work-text.ts'

/** The number of a project as on all screens: "#1042". */
export const projectNumber = ({ model }: Pick<GanttScene, 'model'>, project: number): string =>
  `#${model.data.projects.numbers[project] ?? ''}`

/** The work center of an operation, in words. */
export const centerName = (gantt: GanttScene, operation: number): string =>
  gantt.model.data.categories[gantt.model.data.operations.category[operation] ?? -1]?.name ?? 'No work center'

/** Whether the operation is done outside, where its hours are calendar time. */
const isAway = ({ model }: GanttScene, operation: number): boolean => {
  const center = model.data.categories[model.data.operations.category[operation] ?? -1]
  return center !== undefined && isOutside(center)
}

/** Work of an operation in words: '14 h', '20 h 30 min', or '5 days' outside. */
export const workWords = (gantt: GanttScene, operation: number, ms: number): string =>
  isAway(gantt, operation) ? formatAway(ms / hourMs) : workText(ms)

/** The meaning of the color of a bar in words. */
const toneWords = ({ model }: GanttScene, operation: number): string => {
  const tone = toneOf(model, operation)
  if (tone === 'late') return operationStateLooks[operationStateAt(model, operation)].word.toLowerCase()
  return tone === 'hold' ? 'on hold' : tone
}

/** 'Earliest start Mon 11/16 8:00 AM' of a project that is still worked on; null when it has none. */
export const releaseWords = ({ model, words }: GanttScene, project: number): string | null => {
  const { releaseMs, flags } = model.data.projects
  const release = at(releaseMs, project)
  return release > 0 && at(flags, project) === 0 ? `Earliest start ${words.dayTime(release)}` : null
}

/** 'waits for material until Thu 11/26'; null when it waits for none. */
export const materialWords = ({ model, words }: GanttScene, operation: number): string | null => {
  const ready = awaitedMaterialMs(model, operation)
  return ready === 0 ? null : `waits for material until ${words.dayTime(ready)}`
}

/** 'starts when 40 % of Weld is done', for each predecessor with which work that has not begun overlaps. */
export const overlapWords = ({ model }: GanttScene, operation: number): string[] => {
  const { first, other, link } = model.predecessors
  const { operations, links } = model.data
  const words: string[] = []
  if (!isMovable(model, operation)) return words
  for (let i = at(first, operation); i < at(first, operation + 1); i++) {
    const percent = at(links.overlapPercent, at(link, i))
    if (percent > 0) words.push(`starts when ${percent} % of ${operations.names[at(other, i)] ?? ''} is done`)
  }
  return words
}

/** Whether a bar gets the mark of a warning: the run left one, or the plan as it is now has a conflict here. */
export const isInConflict = ({ model, isSettled }: GanttScene, operation: number): boolean =>
  hasFlag(model, operation, 'warned') || (isSettled && hasConflict(model, operation))

const hasConflict = (model: ScheduleModel, operation: number): boolean =>
  isOverloaded(model, operation) || ignoredPredecessor(model, operation) >= 0

/** 'above the capacity of Mill', 'starts before Weld is done': the conflicts of the plan as it is now. */
export const conflictWords = (gantt: GanttScene, operation: number): string[] => {
  const { model, isSettled } = gantt
  const words: string[] = []
  if (!isSettled) return words
  if (isOverloaded(model, operation)) words.push(`above the capacity of ${centerName(gantt, operation)}`)
  const before = ignoredPredecessor(model, operation)
  if (before >= 0) words.push(`pinned before ${model.data.operations.names[before] ?? ''} finishes`)
  return words
}

const spanOf = ({ words }: GanttScene, dates: OtherDates, operation: number): string =>
  `${words.dayTime(at(dates.startMs, operation))} to ${words.dayTime(at(dates.endMs, operation))}`

/** '80 % sure to end between Mon 12/7 3:00 PM and Thu 12/10 9:00 AM'; null without odds. */
const rangeWords = ({ words }: GanttScene, p10Ms: number, p90Ms: number): string | null =>
  p90Ms > 0 ? `80 % sure to end between ${words.dayTime(p10Ms)} and ${words.dayTime(p90Ms)}` : null

/** The odds of a project in words; null = it has none. */
export const projectRangeWords = (gantt: GanttScene, project: number): string | null => {
  const { p10Ms, p90Ms } = gantt.model.data.projects
  return rangeWords(gantt, at(p10Ms, project), at(p90Ms, project))
}

/** 'forecast Tue 11/24 7:00 AM to ...', 'need-by ...', 'in the last run Mon ... to ...', as far as they are drawn. */
export const otherDateWords = (gantt: GanttScene, operation: number): string[] => {
  const { model, forecast, baseline, words } = gantt
  const sentences: string[] = []
  if (forecast && differs(model, forecast, operation)) sentences.push(`forecast ${spanOf(gantt, forecast, operation)}`)
  if (forecast && at(forecast.needByMs, operation) > 0)
    sentences.push(`needed by ${words.dayTime(at(forecast.needByMs, operation))}`)
  const range = forecast && rangeWords(gantt, at(forecast.p10Ms, operation), at(forecast.p90Ms, operation))
  if (range) sentences.push(range)
  if (baseline && differs(model, baseline, operation))
    sentences.push(`in ${baseline.name} ${spanOf(gantt, baseline, operation)}`)
  return sentences
}

/** The description of a bar for screen readers. */
export const barWords = (gantt: GanttScene, operation: number): string => {
  const { model, words } = gantt
  const { names, progressPercentage } = model.data.operations
  const name = names[operation] ?? ''
  if (!isPlaced(model, operation)) return `${name}, not scheduled`
  const parts = [
    name,
    `${words.dayTime(at(model.startMs, operation))} to ${words.dayTime(at(model.endMs, operation))}`,
    centerName(gantt, operation),
    toneWords(gantt, operation),
  ]
  const progress = at(progressPercentage, operation)
  if (progress > 0 && progress < 100) parts.push(`${Math.round(progress)} % done`)
  if (hasFlag(model, operation, 'behindPlan')) parts.push('behind plan')
  if (hasFlag(model, operation, 'pinned')) parts.push('pinned')
  if (gantt.critical.has(operation)) parts.push('on the critical path')
  const changeover = model.changeovers.get(operation)
  if (changeover) parts.push(`after a changeover from ${changeoverText(changeover)}`)
  parts.push(...overlapWords(gantt, operation), ...otherDateWords(gantt, operation))
  const material = materialWords(gantt, operation)
  if (material) parts.push(material)
  const conflicts = conflictWords(gantt, operation)
  parts.push(...conflicts)
  if (hasFlag(model, operation, 'warned') && conflicts.length === 0) parts.push('has a warning')
  return parts.join(', ')
}
