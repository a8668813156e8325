import { earliestAfter, shareDoneMs } from '#domain/schedule/cascade.ts'
import { calendarOf, isPlaced, plannedHours } from '#domain/schedule/movable-plan.ts'
import { brokenPins, newOverloads } from '#domain/schedule/overloads.ts'
import type { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { hourMs } from '#domain/time/units.ts'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'
import { formatWork } from '#web/lib/format-work.ts'
import { centerName, projectNumber } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { awaitedMaterialMs, projectEnd } from '../model/schedule-model.ts'
import { workText } from '../model/work-text.ts'
import type { MovePreview } from '../schedule-store.ts'
import { sentence } from './link-words.ts'
import { moveRefusal } from './move-refusal.ts'
import { previewedEnd } from './preview-move.ts'

/** "Fri 11/20 6:00 AM to 2:00 PM"; the day of the end only when it differs. */
export const spanWords = ({ words }: GanttScene, startMs: number, endMs: number): string => {
  const sameDay = words.day(startMs) === words.day(endMs)
  return `${words.dayTime(startMs)} to ${sameDay ? words.time(endMs) : words.dayTime(endMs)}`
}

/** Working days between two instants: a day with open time counts as one, and a part of it by its open time. */
const workingDays = ({ grid }: GanttScene, calendar: KnownOpenTime, fromMs: number, toMs: number): number => {
  let days = 0
  for (let day = grid.indexAt(fromMs); day <= grid.indexAt(toMs); day++) {
    const [start, end] = [at(grid.startMs, day), at(grid.startMs, day + 1)]
    const workMs = calendar.workBetween(start, end)
    if (workMs > 0) days += calendar.workBetween(Math.max(start, fromMs), Math.min(end, toMs)) / workMs
  }
  return days
}

/** "2 working days", "20 h 30 min of work" */
const shiftLength = (gantt: GanttScene, calendar: KnownOpenTime, fromMs: number, toMs: number): string => {
  const days = workingDays(gantt, calendar, fromMs, toMs)
  const length = formatWork(calendar.workBetween(fromMs, toMs) / hourMs, days)
  return days >= 2 ? length : `${length} of work`
}

/** "2 working days later, 4 more follow", or "6 h of work instead of 4 h". */
export const shiftWords = (
  gantt: GanttScene,
  { moved, others, followers, alone, durationHours }: MovePreview,
): string => {
  const { model } = gantt
  const calendar = calendarOf(model, moved.operation)
  const startMs = at(model.startMs, moved.operation)
  const [fromMs, toMs] = [Math.min(startMs, moved.startMs), Math.max(startMs, moved.startMs)]
  if (!isPlaced(model, moved.operation)) return `${workText(calendar.workBetween(moved.startMs, moved.endMs))} of work`
  const length = shiftLength(gantt, calendar, fromMs, toMs)
  const isMoved = calendar.workBetween(fromMs, toMs) > 0
  const shifted = isMoved ? `${length} ${moved.startMs > startMs ? 'later' : 'earlier'}` : 'Original dates'
  const was = plannedHours(model, moved.operation) * hourMs
  const together = others.length > 0 ? `${formatCount(others.length + 1, 'operation')} ` : ''
  const amount =
    durationHours === null
      ? `${together}${shifted}`
      : `${workText(durationHours * hourMs)} of work instead of ${workText(was)}`
  if (alone) return `${amount}, moves alone`
  return followers.length > 0
    ? `${amount}, ${formatNumber(followers.length)} more follow${followers.length === 1 ? 's' : ''}`
    : amount
}

/** "4 d after", "on", "2 d before". Both instants are ends. */
const beside = ({ grid }: GanttScene, endMs: number, dueMs: number): string => {
  const days = grid.indexAt(lastInstant(endMs)) - grid.indexAt(lastInstant(dueMs))
  if (days === 0) return 'on'
  return days > 0 ? `${formatDays(days)} after` : `${formatDays(-days)} before`
}

/** "#1042 ends 5 d after the ship date, not 4 d after it"; null when the project ends on the same day as before. */
export const shipDateWords = (gantt: GanttScene, { moved, movedTo }: MovePreview): string | null => {
  const { model } = gantt
  const project = at(model.projectOf, moved.operation)
  const [due, end] = [at(model.dueMs, project), projectEnd(model, project)]
  if (due === 0 || end === 0) return null
  const before = beside(gantt, end, due)
  const after = beside(gantt, previewedEnd(model, project, movedTo), due)
  return before === after ? null : `${projectNumber(gantt, project)} ends ${after} the ship date, not ${before} it`
}

/** "Starts before Weld frame is done" when the new start ignores a predecessor, or its material. */
export const tooEarlyWords = ({ model, words }: GanttScene, { moved }: MovePreview): string | null => {
  const { first, other, link } = model.predecessors
  for (let i = at(first, moved.operation); i < at(first, moved.operation + 1); i++) {
    const before = at(other, i)
    const end = at(model.endMs, before)
    const dates = { startMs: at(model.startMs, before), endMs: end }
    if (end > 0 && earliestAfter(model, at(link, i), dates) > moved.startMs) {
      const name = model.data.operations.names[before]
      const overlap = at(model.data.links.overlapPercent, at(link, i))
      if (overlap > 0) {
        const isShared = moved.startMs >= shareDoneMs(model, at(link, i), dates)
        return isShared ? `Would end before the last batch of ${name}` : `Starts before ${overlap} % of ${name} is done`
      }
      return moved.startMs < end ? `Starts before ${name} finishes` : `Starts before the lag after ${name} is over`
    }
  }
  const material = awaitedMaterialMs(model, moved.operation)
  return moved.startMs < material ? `Starts before its material is ready, ${words.dayTime(material)}` : null
}

/** "Welding is closed then, starts Mon 11/23 6:00 AM" while the bar is held over closed time. */
export const closedWords = (gantt: GanttScene, { moved, wantedMs, durationHours }: MovePreview): string | null =>
  durationHours !== null || wantedMs === moved.startMs
    ? null
    : `${centerName(gantt, moved.operation)} is closed then, starts ${gantt.words.dayTime(moved.startMs)}`

/** "Above the capacity of Welding", for each work center that the move overloads. */
const overloadWords = ({ model }: GanttScene, { moved, movedTo, category: other }: MovePreview): string[] =>
  newOverloads(model, movedTo, other === null ? null : { operation: moved.operation, category: other }).map(
    (category) => `Above the capacity of ${model.data.categories[category]?.name ?? ''}`,
  )

/** "Paint is pinned and would start too early", for each pinned operation that no longer waits. */
const pinWords = ({ model }: GanttScene, { movedTo }: MovePreview): string[] =>
  brokenPins(model, movedTo).map(
    (pinned) => `${model.data.operations.names[pinned] ?? ''} is pinned and would start too early`,
  )

/** What a planner should know of the new dates, worst first. Once their price is known, it says what they mean for the ship date. */
export const moveWarnings = (gantt: GanttScene, move: MovePreview, hasPrice = false): string[] =>
  [
    moveRefusal(gantt, move),
    hasPrice ? null : shipDateWords(gantt, move),
    tooEarlyWords(gantt, move),
    ...overloadWords(gantt, move),
    ...pinWords(gantt, move),
  ].filter((sentence) => sentence !== null)

/** All sentences of a preview in reading order, and the keys. */
export const moveWords = (gantt: GanttScene, move: MovePreview): string => {
  const said = [
    spanWords(gantt, move.moved.startMs, move.moved.endMs),
    shiftWords(gantt, move),
    ...moveWarnings(gantt, move),
    moveRefusal(gantt, move) === null ? 'Enter saves it, Escape cancels' : 'Escape cancels',
  ]
  return said.map(sentence).join(' ')
}
