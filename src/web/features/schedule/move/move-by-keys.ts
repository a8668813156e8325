import { isMovable } from '#domain/schedule/movable-plan.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { stepStart } from '../model/time-scale.ts'
import { previewMove } from '../schedule-store.ts'
import { moveWords } from './move-words.ts'

interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Alt+Left and Alt+Right move a bar by one step, Enter saves it, Escape cancels. True when the key was used. */
export const moveByKeys = (gantt: GanttScene, { key, altKey, shiftKey }: Pressed, operation: number): boolean => {
  const { store, model, clock, scale, announce } = gantt
  const { move } = store.getState()
  const travelling = move?.phase === 'keyboard'
  if (travelling && key === 'Enter') {
    gantt.commit(move)
    return true
  }
  if (travelling && key === 'Escape') {
    store.setState({ move: null })
    announce('Move cancelled')
    return true
  }
  if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight') || operation < 0) return false
  if (!gantt.canEdit || !isMovable(model, operation)) {
    announce(gantt.canEdit ? 'Started or unscheduled operations cannot be moved' : 'This schedule is read-only')
    return true
  }
  const direction = key === 'ArrowRight' ? 1 : -1
  const present = travelling && move.moved.operation === operation ? move.moved.startMs : at(model.startMs, operation)
  let wanted = stepStart(clock, scale.zoom, present, direction)
  let next = previewMove(store, operation, wanted, shiftKey, 'keyboard')
  // A step back into closed time would snap forward to the old start, so the steps go on until the start is earlier.
  for (let tries = 0; direction < 0 && next.moved.startMs >= present && tries < 2000; tries++) {
    wanted = stepStart(clock, scale.zoom, wanted, direction)
    next = previewMove(store, operation, wanted, shiftKey, 'keyboard')
  }
  announce(`${moveWords(gantt, next).join('. ')}. Enter saves it, Escape cancels.`)
  return true
}
