import type { GanttScene } from './gantt-context.ts'
import type { CenterRefusals } from './model/center-refusals.ts'
import { moveRefusal } from './move/move-refusal.ts'
import { tellRefusal } from './move/tell-refusal.ts'
import { moveWrite } from './move/write-of.ts'
import type { PageCalls } from './schedule-gantt.tsx'
import type { ScheduleStore } from './schedule-store.ts'

type SceneActions = Pick<GanttScene, 'select' | 'commit' | 'write' | 'open' | 'openProject' | 'enterException'>

/** The actions of the parts of the schedule, in its rows; the page knows ids. */
export const sceneActions = (
  store: ScheduleStore,
  refusals: CenterRefusals,
  { onSearch, onWrite, onOpen }: PageCalls,
): SceneActions => ({
  write: onWrite,
  open: onOpen,
  select: (operation) => {
    const { move, model } = store.getState()
    if (move?.phase === 'keyboard') store.setState({ move: null })
    onSearch({ operation: model.data.operations.ids[operation] })
  },
  commit: (move) => {
    const { model } = store.getState()
    const refusal = moveRefusal({ model, refusals }, move)
    if (refusal === null) onWrite(moveWrite(model, move))
    else tellRefusal(refusal)
    // A refused preview by keys stays, so that it can be changed.
    if (refusal === null || move.phase === 'dragging') store.setState({ move: null })
  },
  openProject: (project) =>
    onOpen({ kind: 'project', projectId: store.getState().model.data.projects.ids[project] ?? '' }),
  enterException: (category, painted) => {
    const { data, calendars } = store.getState().model
    const { categoryId = '', calendar = 0 } = data.categories[category] ?? {}
    if (!painted) return onOpen({ kind: 'exception', categoryId, painted: null })
    const { fromMs, toMs } = painted
    const isOpen = (calendars[calendar]?.workBetween(fromMs, toMs) ?? 0) > 0
    onOpen({ kind: 'exception', categoryId, painted: { fromMs, toMs, isOpen } })
  },
})
