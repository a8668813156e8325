import { calendarOf, hasFlag, isMovable, plannedHours } from '#domain/schedule/movable-plan.ts'
import { resizeEnd } from '#domain/schedule/resize.ts'
import { hourMs } from '#domain/time/units.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { ScrollerHandle } from '../frame/time-scroller.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal, reportRefusal } from '../model/center-refusals.ts'
import { stepStart, xOf } from '../model/time-scale.ts'
import { clearPicked } from '../schedule-store.ts'
import { moveWords } from './move-words.ts'
import { pickOperation } from './pick-operation.ts'
import { previewMove, previewResize } from './preview-move.ts'
import { tellRefusal } from './tell-refusal.ts'
import { fieldsWrite } from './write-of.ts'

interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const resizeKeys = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])

/** Alt+Up makes a bar one step longer, Alt+Down shorter. */
const resizeByKey = (gantt: GanttScene, operation: number, direction: number, alone: boolean): void => {
  const { store, model, scale } = gantt
  const { move } = store.getState()
  const present = move?.moved.operation === operation ? (move.durationHours ?? 0) : 0
  const hours = present || plannedHours(model, operation)
  const step = scale.zoom === 'hours' || scale.zoom === 'days' ? 0.25 : 1
  const start = at(model.startMs, operation)
  const endMs = calendarOf(model, operation).addWork(start, Math.max(step, hours + direction * step) * hourMs)
  const next = previewResize(store, resizeEnd(model, operation, endMs), { alone, phase: 'keyboard' })
  announce(moveWords(gantt, next))
}

/** Ctrl+Space picks an operation to move it together with others, Escape picks none any more. True when the key was used. */
export const pickByKeys = (
  gantt: GanttScene,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  operation: number,
): boolean => {
  const { store } = gantt
  const { move, picked } = store.getState()
  if (key === 'Escape' && !move && picked.size > 0) {
    clearPicked(store)
    return true
  }
  if (key !== ' ' || (!ctrlKey && !metaKey) || operation < 0) return false
  if (!pickOperation(gantt, operation)) return true
  const { size } = store.getState().picked
  announce(`${formatCount(size, 'operation')} picked to move together`)
  return true
}

const marks = new Map<string, 'pinned' | 'onHold'>([
  ['p', 'pinned'],
  ['h', 'onHold'],
])

/** P pins an operation or lets it go, H puts it on hold or ends that. True when the key was used. */
export const markByKeys = (gantt: GanttScene, { key, altKey }: Pressed, operation: number): boolean => {
  const { model } = gantt
  const flag = marks.get(key.toLowerCase())
  if (!flag || altKey || operation < 0) return false
  const name = model.data.operations.names[operation] ?? ''
  const refusal = flag === 'pinned' ? planRefusal(gantt, operation) : reportRefusal(gantt, operation)
  if (refusal !== null || hasFlag(model, operation, 'completed')) {
    if (refusal !== null) tellRefusal(refusal)
    else announce(`${name} is completed`)
    return true
  }
  const isSet = !hasFlag(model, operation, flag)
  gantt.write(fieldsWrite(model, operation, { [flag]: isSet }))
  announce(`${name} is ${isSet ? '' : 'no longer '}${flag === 'pinned' ? 'pinned' : 'on hold'}`)
  return true
}

/** Alt+Left and Alt+Right move a bar by one step, Alt+Up and Alt+Down change its duration, Enter saves it, Escape cancels. True when the key was used. */
const moveBar = (gantt: GanttScene, { key, altKey, shiftKey }: Pressed, operation: number): boolean => {
  const { store, model, clock, scale } = gantt
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
  const lengthens = resizeKeys.get(key)
  const moves = key === 'ArrowLeft' || key === 'ArrowRight'
  if (!altKey || (!moves && lengthens === undefined) || operation < 0) return false
  const refusal = planRefusal(gantt, operation)
  if (refusal !== null || !isMovable(model, operation)) {
    if (refusal !== null) tellRefusal(refusal)
    else announce('Started or unscheduled operations cannot be moved')
    return true
  }
  if (lengthens !== undefined) {
    resizeByKey(gantt, operation, lengthens, shiftKey)
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
  announce(moveWords(gantt, next))
  return true
}

/** The same, and scrolls to where the bar would be. */
export const moveByKeys = (
  gantt: GanttScene,
  pressed: Pressed,
  operation: number,
  scroller: ScrollerHandle | null,
): boolean => {
  if (!moveBar(gantt, pressed, operation)) return false
  const { move } = gantt.store.getState()
  const x = (ms: number) => xOf(gantt.scale, ms)
  if (move?.phase === 'keyboard') scroller?.revealX(x(move.moved.startMs), x(move.moved.endMs))
  return true
}
