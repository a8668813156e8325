import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { OperationPlacement } from '#contract/schedule.ts'
import type { DayGrid } from './model/day-grid.ts'
import type { ScheduleModel } from './model/schedule-model.ts'
import type { TimeScale } from './model/time-scale.ts'
import type { ZoneClock } from './model/zone-clock.ts'
import type { MovePreview, ScheduleState, ScheduleStore } from './schedule-store.ts'

/** Instants in the reader's words. */
export interface GanttWords {
  /** "Fri 11/20" */
  day(ms: number): string
  /** "Fri 11/20", or "12/08/26" when far away: for narrow columns. */
  shortDay(ms: number): string
  /** "6:00 AM" */
  time(ms: number): string
  /** "Fri 11/20 6:00 AM" */
  dayTime(ms: number): string
}

/** What every part of one board shares. */
export interface GanttScene {
  readonly model: ScheduleModel
  readonly store: ScheduleStore
  readonly grid: DayGrid
  readonly clock: ZoneClock
  readonly scale: TimeScale
  readonly nowMs: number
  readonly words: GanttWords
  readonly canEdit: boolean
  /** Row of the operation in the side panel, -1 = none. */
  readonly selected: number
  select(operation: number): void
  /** Leaves for the page of a project; absent where there is none. */
  readonly openProject: ((project: number) => void) | undefined
  loadPlacement(operationId: string): Promise<OperationPlacement>
  /** Stores a previewed move and ends the preview. */
  commit(move: MovePreview): void
  /** Says something to screen readers. */
  announce(sentence: string): void
}

export const GanttContext = createContext<GanttScene | null>(null)

/** The board this part stands in. */
export const useGantt = (): GanttScene => {
  const gantt = useContext(GanttContext)
  if (!gantt) throw new Error('A part of the schedule stands outside its board.')
  return gantt
}

/** Follows one aspect of the board's state. */
export const useGanttState = <T>(select: (state: ScheduleState) => T): T => useStore(useGantt().store, select)
