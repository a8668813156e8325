import { linkedTo } from '#domain/schedule/link-index.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from './gantt-context.ts'
import type { CenterRefusals } from './model/center-refusals.ts'
import type { ScheduleModel } from './model/schedule-model.ts'
import { moveRefusal } from './move/move-refusal.ts'
import { centerMoveOf, rescheduleOf } from './move/reschedule-of.ts'
import { tellRefusal } from './move/tell-refusal.ts'
import type { ScheduleGanttProps } from './schedule-gantt.tsx'
import type { MovePreview, ScheduleStore } from './schedule-store.ts'

const idOf = ({ data }: ScheduleModel, operation: number) => data.operations.ids[operation] ?? ''

/** Adds and removes links, if the page stores them. */
const linkActions = (
  model: ScheduleModel,
  latest: { readonly current: ScheduleGanttProps },
): Pick<GanttScene, 'link' | 'unlink'> => {
  if (!latest.current.onPredecessors) return { link: undefined, unlink: undefined }
  const change = (to: number, predecessors: readonly number[], done: string) =>
    latest.current.onPredecessors?.(
      idOf(model, to),
      predecessors.map((row) => idOf(model, row)),
      done,
    )
  const nameOf = (row: number) => model.data.operations.names[row] ?? ''
  const before = (to: number) => Array.from(linkedTo(model.predecessors, to))
  return {
    link: (from, to) => change(to, [...before(to), from], `${nameOf(to)} waits for ${nameOf(from)}`),
    unlink: (from, to) =>
      change(
        to,
        before(to).filter((row) => row !== from),
        `${nameOf(to)} no longer waits for ${nameOf(from)}`,
      ),
  }
}

/** What the page supports, and what the reader may not do. */
interface SceneMay {
  readonly opens: boolean
  readonly tries: boolean
  readonly paints: boolean
  readonly refusals: CenterRefusals
}

/** Returns true if the reader may not store a move, and announces why. The keyboard preview stays, so that it can be changed. */
const isRefused = (scene: Pick<GanttScene, 'model' | 'store' | 'refusals'>, move: MovePreview): boolean => {
  const refusal = moveRefusal(scene, move)
  if (refusal === null) return false
  tellRefusal(refusal)
  if (move.phase === 'dragging') scene.store.setState({ move: null })
  return true
}

/** The actions that parts of the schedule can request from the page. */
export const sceneActions = (
  model: ScheduleModel,
  store: ScheduleStore,
  latest: { readonly current: ScheduleGanttProps },
  { opens, tries, paints, refusals }: SceneMay,
): Pick<
  GanttScene,
  | 'announce'
  | 'select'
  | 'openProject'
  | 'tryMove'
  | 'askEffect'
  | 'pin'
  | 'hold'
  | 'link'
  | 'unlink'
  | 'commit'
  | 'commitAt'
  | 'enterException'
> => ({
  announce,
  select: (operation) => {
    if (store.getState().move?.phase === 'keyboard') store.setState({ move: null })
    latest.current.onSelect(model.data.operations.ids[operation] ?? null)
  },
  openProject: opens ? (project) => latest.current.onOpenProject?.(model.data.projects.ids[project] ?? '') : undefined,
  tryMove: tries ? (move) => latest.current.onTryMove?.(rescheduleOf(model, move)) : undefined,
  askEffect:
    latest.current.loadEffect &&
    (async (move, signal) => {
      const { loadEffect, loadCenterEffect } = latest.current
      const { moved, category, alone } = move
      if (category === null) return (await loadEffect?.(rescheduleOf(model, move), signal)) ?? null
      return (await loadCenterEffect?.(centerMoveOf(model, moved, { category, alone }), signal)) ?? null
    }),
  pin: latest.current.onPin && ((operation, pinned) => latest.current.onPin?.(idOf(model, operation), pinned)),
  hold: latest.current.onHold && ((operation, onHold) => latest.current.onHold?.(idOf(model, operation), onHold)),
  ...linkActions(model, latest),
  enterException: paints
    ? (category, painted) => {
        const { categoryId = '', calendar = 0 } = model.data.categories[category] ?? {}
        if (!painted) return latest.current.onException?.({ categoryId, painted: null })
        const { fromMs, toMs } = painted
        const isOpen = (model.calendars[calendar]?.workBetween(fromMs, toMs) ?? 0) > 0
        latest.current.onException?.({ categoryId, painted: { fromMs, toMs, isOpen } })
      }
    : undefined,
  commit: (move) => {
    if (isRefused({ model, store, refusals }, move)) return
    latest.current.onReschedule(rescheduleOf(model, move))
    store.setState({ move: null })
  },
  commitAt: (move, category) => {
    const { moved, alone } = move
    if (isRefused({ model, store, refusals }, move)) return
    latest.current.onMoveToCenter?.(centerMoveOf(model, moved, { category, alone }))
    store.setState({ move: null })
  },
})
