import type { Board } from '../board-context.ts'
import { projectNumber } from '../frame/bar-words.ts'
import { at } from '../model/at.ts'
import { earliestAfter } from '../model/cascade.ts'
import { projectLateness } from '../model/project-lateness.ts'
import { calendarOf } from '../model/schedule-model.ts'
import { workText } from '../model/work-text.ts'
import { type MovePreview, previewedEnd } from '../schedule-store.ts'

/** "Fri 11/20 6:00 AM to 2:00 PM"; the second day only when it is another. */
export const spanWords = ({ words }: Board, startMs: number, endMs: number): string => {
  const sameDay = words.day(startMs) === words.day(endMs)
  return `${words.dayTime(startMs)} to ${sameDay ? words.time(endMs) : words.dayTime(endMs)}`
}

/** "20 h 30 min later, 4 more follow", in working time. */
export const shiftWords = ({ model }: Board, { moved, followers, alone }: MovePreview): string => {
  const shift = calendarOf(model, moved.operation).workBetween(at(model.startMs, moved.operation), moved.startMs)
  const amount = shift === 0 ? 'Original dates' : `${workText(shift)} ${shift > 0 ? 'later' : 'earlier'}`
  if (alone) return `${amount}, moves alone`
  return followers.length > 0
    ? `${amount}, ${followers.length} more follow${followers.length === 1 ? 's' : ''}`
    : amount
}

/** "#1042: 4 d late to 5 d late"; null when the project ends on the same day as before. */
export const latenessWords = (board: Board, { moved, places }: MovePreview): string | null => {
  const { model, grid, nowMs } = board
  const project = at(model.projectOf, moved.operation)
  const before = projectLateness(model, grid, project, nowMs)
  const after = projectLateness(model, grid, project, nowMs, previewedEnd(model, project, places))
  if (before.slackDays === null || before.text === after.text) return null
  return `${projectNumber(board, project)}: ${before.text} to ${after.text}`
}

/** "Starts before Weld frame is done" when the new place ignores a predecessor. */
export const tooEarlyWords = ({ model }: Board, { moved }: MovePreview): string | null => {
  const { first, other, lagHours } = model.predecessors
  for (let i = at(first, moved.operation); i < at(first, moved.operation + 1); i++) {
    const before = at(other, i)
    const end = at(model.endMs, before)
    if (end > 0 && earliestAfter(model, moved.operation, end, at(lagHours, i)) > moved.startMs) {
      return `Starts before ${model.data.operations.names[before]} finishes`
    }
  }
  return null
}

/** Everything a preview has to say, in reading order. */
export const moveWords = (board: Board, move: MovePreview): string[] =>
  [
    spanWords(board, move.moved.startMs, move.moved.endMs),
    shiftWords(board, move),
    latenessWords(board, move),
    tooEarlyWords(board, move),
  ].filter((sentence) => sentence !== null)
