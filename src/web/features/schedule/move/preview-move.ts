import { cascadeAll, type Moved, movedAt } from '#domain/schedule/cascade.ts'
import { movedTogether } from '#domain/schedule/move-together.ts'
import type { Resized } from '#domain/schedule/resize.ts'
import { at } from '../model/at.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { type MovePreview, pickedRows, type ScheduleStore } from '../schedule-store.ts'

/** The operations that move; the set of the preview before when these are the same. */
const movingOf = (movedTo: ReadonlyMap<number, Moved>, before: MovePreview | null): ReadonlySet<number> => {
  const known = before?.moving
  if (known?.size === movedTo.size && [...movedTo.keys()].every((operation) => known.has(operation))) return known
  return new Set(movedTo.keys())
}

interface PreviewChoices {
  readonly alone: boolean
  readonly phase: MovePreview['phase']
  readonly category?: number | null
}

const preview = (
  store: ScheduleStore,
  moved: Moved & { readonly durationHours?: number },
  { alone, phase, category = null, wantedMs }: PreviewChoices & { readonly wantedMs: number },
): MovePreview => {
  const { model, move: before } = store.getState()
  const { durationHours = null } = moved
  const others = durationHours === null ? movedTogether(model, moved, pickedRows(store, moved.operation)) : []
  const followers = alone ? [] : cascadeAll(model, [moved, ...others])
  const movedTo = new Map<number, Moved>([[moved.operation, moved]])
  for (const other of others) movedTo.set(other.operation, other)
  for (const follower of followers) movedTo.set(follower.operation, follower)
  const moving = movingOf(movedTo, before)
  const dates = { moved, others, followers, alone, movedTo, moving }
  const move: MovePreview = { ...dates, durationHours, category, wantedMs, phase }
  store.setState({ move, hovered: null })
  return move
}

/** Previews a move of a bar and its followers to the next working time from `startMs` on. */
export const previewMove = (
  store: ScheduleStore,
  operation: number,
  startMs: number,
  alone: boolean,
  phase: MovePreview['phase'],
  category: number | null = null,
): MovePreview =>
  preview(store, movedAt(store.getState().model, operation, startMs), { alone, phase, category, wantedMs: startMs })

/** Previews another duration of a bar, and the moves of its followers. */
export const previewResize = (store: ScheduleStore, resized: Resized, choices: PreviewChoices): MovePreview =>
  preview(store, resized, { ...choices, wantedMs: resized.startMs })

/** The end of a project with the previewed dates. */
export const previewedEnd = (model: ScheduleModel, project: number, movedTo: ReadonlyMap<number, Moved>): number => {
  let end = 0
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++) {
    end = Math.max(end, movedTo.get(op)?.endMs ?? at(model.endMs, op))
  }
  return end
}
