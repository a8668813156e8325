import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { MovesEffect } from '#contract/bulk-operations.ts'
import type { DateColumns, OperationPlacement } from '#contract/schedule.ts'
import type { Moved } from '#domain/schedule/cascade.ts'
import type { CenterRefusals } from './model/center-refusals.ts'
import type { DayGrid } from './model/day-grid.ts'
import type { OtherDates } from './model/other-dates.ts'
import type { GanttLook } from './model/schedule-choices.ts'
import type { ScheduleModel } from './model/schedule-model.ts'
import type { Sight } from './model/sight.ts'
import type { TimeScale } from './model/time-scale.ts'
import type { ZoneClock } from './model/zone-clock.ts'
import type { MovePreview, Painting, ScheduleState, ScheduleStore } from './schedule-store.ts'

/** Instants as text in the reader's format. */
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
  readonly words: GanttWords
  /** What the first view shows in its middle; null = the current time. */
  readonly startAtMs: number | null
  /** The name of the organization, for what is printed; '' = it is not known. */
  readonly organization: string
  /** What the reader may not do, and why: see `planRefusal` and `reportRefusal`. */
  readonly refusals: CenterRefusals
  readonly look: GanttLook
  /** The operations on the critical paths of the projects; empty when they are not drawn. */
  readonly critical: ReadonlySet<number>
  /** The forecast; null when neither the bars nor the list need it. */
  readonly forecast: OtherDates | null
  /** The dates to compare the plan with, and what made them; null when there are none. */
  readonly baseline: (OtherDates & { readonly name: string }) | null
  /** Row of the operation in the side panel, -1 = none. */
  readonly selected: number
  select(operation: number): void
  /** Opens the page of a project; undefined when there is none. */
  readonly openProject: ((project: number) => void) | undefined
  loadPlacement(operationId: string): Promise<OperationPlacement>
  /** Loads the forecast, also when nothing draws it. */
  loadForecast(): Promise<DateColumns>
  /** The moves of the proposal that is drawn, by operation; an operation without a new place has no entry here. */
  readonly proposed: ReadonlyMap<number, Moved>
  /** Opens a proposal with a previewed move; undefined when there are none. */
  readonly tryMove: ((move: MovePreview) => void) | undefined
  /** Asks what storing a previewed move would mean; undefined when the page does not say. null = it cannot be said. */
  readonly askEffect: ((move: MovePreview, signal: AbortSignal) => Promise<MovesEffect | null>) | undefined
  /** Stores a previewed move and ends the preview. */
  commit(move: MovePreview): void
  /** Stores a move to another row of the Timeline, if the operation may run at that work center, and ends the preview. */
  commitAt(move: MovePreview, category: number): void
  /** Pins an operation or lets it go, puts it on hold or ends that; undefined when the page does not. */
  readonly pin: ((operation: number, pinned: boolean) => void) | undefined
  readonly hold: ((operation: number, onHold: boolean) => void) | undefined
  /** The time in sight, which the minimap draws. */
  readonly sight: Sight
  /** Makes days as wide as near as possible to these px. */
  zoomTo(pxPerDay: number): void
  /** Lets the operation `to` wait for `from`, or ends that; undefined when the page does not. */
  readonly link: ((from: number, to: number) => void) | undefined
  readonly unlink: ((from: number, to: number) => void) | undefined
  /** Enters overtime, downtime or another capacity of a work center, for a painted time; undefined when the page does not. */
  readonly enterException: ((category: number, painted?: Omit<Painting, 'category'>) => void) | undefined
  /** Announces a sentence to screen readers. */
  announce(sentence: string): void
}

export const GanttContext = createContext<GanttScene | null>(null)

/** The scene of a part that stays as it is while newer scenes do not change it, see `useKeptScenes`. */
export const PartContext = createContext<GanttScene | null>(null)

/** The schedule that contains the calling component. In a part, it must not read the other context, of which each change draws again. */
export const useGantt = (): GanttScene => {
  const gantt = use(PartContext) ?? use(GanttContext)
  if (!gantt) throw new Error('A part of the schedule stands outside its board.')
  return gantt
}

/** Subscribes to a part of the state. */
export const useGanttState = <T>(select: (state: ScheduleState) => T): T => useStore(useGantt().store, select)
