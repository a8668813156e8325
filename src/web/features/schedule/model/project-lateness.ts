import { projectFlag } from '#contract/schedule.ts'
import { at } from './at.ts'
import type { DayGrid } from './day-grid.ts'
import { hasFlag, type ScheduleModel } from './schedule-model.ts'

export interface ProjectLateness {
  /** Calendar days between projected end and ship date; negative = late; null = nothing scheduled or no ship date. */
  readonly slackDays: number | null
  /** late = the ship date has passed, projected = it will be missed. */
  readonly kind: 'late' | 'projected' | 'none'
  /** "4 d late", "0 d", "+5 d", "On hold", "Cancelled", "Done", or "—". */
  readonly text: string
}

/** Lateness by date (design tokens §8): both instants are ends, so the day before midnight counts. */
export const slackDaysOf = (grid: DayGrid, dueMs: number, endMs: number): number | null =>
  dueMs > 0 && endMs > 0 ? grid.indexAt(dueMs - 1) - grid.indexAt(endMs - 1) : null

export const slackText = (slackDays: number | null): string => {
  if (slackDays === null) return '—'
  if (slackDays < 0) return `${-slackDays} d late`
  return slackDays === 0 ? '0 d' : `+${slackDays} d`
}

const hasOpenWork = (model: ScheduleModel, project: number): boolean => {
  for (let op = at(model.firstOperation, project + 1) - 1; op >= at(model.firstOperation, project); op--)
    if (!hasFlag(model, op, 'completed')) return true
  return false
}

/** How a project stands against its ship date; `endMs` may be a previewed end. */
export const projectLateness = (
  model: ScheduleModel,
  grid: DayGrid,
  project: number,
  nowMs: number,
  endMs = at(model.projectEndMs, project),
): ProjectLateness => {
  const due = at(model.dueMs, project)
  const flags = at(model.data.projects.flags, project)
  // What is set aside or over has no forecast to be late with.
  if (flags & projectFlag.onHold) return { slackDays: null, kind: 'none', text: 'On hold' }
  if (flags & projectFlag.cancelled) return { slackDays: null, kind: 'none', text: 'Cancelled' }
  if (flags & projectFlag.completed) return { slackDays: null, kind: 'none', text: 'Done' }
  if (at(model.projectEndOpen, project) === 1) {
    // Nobody knows its end, but a ship date that has passed is late already.
    const passed = slackDaysOf(grid, due, nowMs + 1)
    if (passed === null || passed >= 0) return { slackDays: null, kind: 'none', text: slackText(null) }
    return { slackDays: passed, kind: 'late', text: slackText(passed) }
  }
  // Work that is still open cannot end in the past, whatever an old plan says.
  const open = endMs > 0 && endMs < nowMs && hasOpenWork(model, project)
  const slackDays = slackDaysOf(grid, due, open ? nowMs : endMs)
  const over = slackDays !== null && slackDays < 0
  return {
    slackDays,
    kind: !over ? 'none' : due < nowMs ? 'late' : 'projected',
    text: slackText(slackDays),
  }
}
