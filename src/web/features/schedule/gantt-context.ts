import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Moved } from '#domain/schedule/cascade.ts'
import type { DayGrid } from '#web/components/time-chart/day-grid.ts'
import type { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import type { CenterRefusals } from './model/center-refusals.ts'
import type { OtherDates } from './model/other-dates.ts'
import type { GanttLook } from './model/schedule-choices.ts'
import type { ScheduleModel } from './model/schedule-model.ts'
import type { Sight } from './model/sight.ts'
import type { TimeScale } from './model/time-scale.ts'
import type { ScheduleLoads } from './schedule-gantt.tsx'
import type { ScheduleOpening } from './schedule-opening.ts'
import type { MovePreview, Painting, ScheduleState, ScheduleStore } from './schedule-store.ts'
import type { ScheduleWrite } from './schedule-write.ts'

/** Formats instants in the reader's format. */
export interface GanttWords {
  /** "Fri 11/20" */
  day(ms: number): string
  /** "Fri 11/20", or "12/08/26" for distant days. For narrow columns. */
  shortDay(ms: number): string
  /** "6:00 AM" */
  time(ms: number): string
  /** "Fri 11/20 6:00 AM" */
  dayTime(ms: number): string
}

/** The data that all parts of the schedule share. */
export interface GanttScene {
  readonly model: ScheduleModel
  readonly store: ScheduleStore
  readonly grid: DayGrid
  readonly clock: ZoneClock
  readonly scale: TimeScale
  readonly nowMs: number
  /** Whether the first picture has been painted. Links, labels, loads and the marks of conflicts follow then. */
  readonly isSettled: boolean
  readonly words: GanttWords
  /** The instant in the middle of the first view; null for the current time. */
  readonly startAtMs: number | null
  /** The name of the organization, for printing. */
  readonly organization: string
  /** What the reader may not do, with reasons: see `planRefusal` and `reportRefusal`. */
  readonly refusals: CenterRefusals
  readonly look: GanttLook
  /** The operations on the critical paths of the projects; empty if they are not drawn. */
  readonly critical: ReadonlySet<number>
  /** The forecast; null if neither the bars nor the list need it. */
  readonly forecast: OtherDates | null
  /** The dates to compare the plan with, and their origin; null if there are none. */
  readonly baseline: (OtherDates & { readonly name: string }) | null
  /** Row of the operation in the side panel, -1 if none. */
  readonly selected: number
  /** The moves of the drawn proposal, by operation; an operation without new dates has no entry. */
  readonly proposed: ReadonlyMap<number, Moved>
  /** The visible time, which the minimap draws. */
  readonly sight: Sight
  /** What is asked of the server. */
  readonly load: ScheduleLoads
  /** Changes the plan. */
  write(change: ScheduleWrite): void
  /** Stores a previewed move, at the work center where it shows the bar, and ends the preview. */
  commit(move: MovePreview): void
  /** Selects the operation in the side panel; -1 = none. */
  select(operation: number): void
  /** Sets the width of a day as close as possible to this number of px. */
  zoomTo(pxPerDay: number): void
  /** Asks the page to open or start something. */
  open(asked: ScheduleOpening): void
  /** Opens the page of a project. */
  openProject(project: number): void
  /** Enters overtime, downtime or a temporary capacity of a work center, for a painted time if there is one. */
  enterException(category: number, painted?: Omit<Painting, 'category'>): void
}

export const GanttContext = createContext<GanttScene | null>(null)

/** The schedule that contains the calling component. */
export const useGantt = (): GanttScene => {
  const gantt = use(GanttContext)
  if (!gantt) throw new Error('A part of the schedule is rendered outside its board.')
  return gantt
}

/** Subscribes to a part of the state. */
export const useGanttState = <T>(select: (state: ScheduleState) => T): T => useStore(useGantt().store, select)
