import { StepProfile } from '../scheduling/core/step-profile.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { type MovableOperation, moveTo, type PlannedTime } from './move-operation.ts'

const hourMs = 3_600_000

export interface SlotRequest extends MovableOperation {
  readonly operationId: string
  /** Its work center; null = limited by the calendar alone. */
  readonly categoryId: string | null
  /** Its project may not start before; -Infinity = at once. */
  readonly releaseMs: number
  /** Those that are not completed have the end planned now (NaN = none); asked for together, they end where they are put. */
  readonly predecessors: readonly { readonly operationId: string; readonly endMs: number; readonly lagHours: number }[]
}

export interface BusyTime extends PlannedTime {
  readonly categoryId: string
}

export interface SlotWorld {
  /** First full minute that may be planned. */
  readonly nowMs: number
  /** Planned time of everything else on the work centers asked for. */
  readonly busy: readonly BusyTime[]
  readonly calendarOf: (categoryId: string | null) => WorkCalendar
  readonly capacityOf: (categoryId: string) => number
}

export type SlotAnswer = PlannedTime | 'predecessorNotScheduled' | 'noWorkingTime'

/** Those asked for that must come first, first; else as given. Members of a ring come in the order given. */
const inOrder = (requests: readonly SlotRequest[]): SlotRequest[] => {
  const byId = new Map(requests.map((request) => [request.operationId, request]))
  const seen = new Set<string>()
  const ordered: SlotRequest[] = []
  for (const first of requests) {
    // A stack instead of recursion: chains may be as long as the request.
    const stack = [first]
    while (stack.length > 0) {
      const request = stack.at(-1) as SlotRequest
      const before = request.predecessors.flatMap(({ operationId }) => byId.get(operationId) ?? [])
      const open = seen.has(request.operationId)
        ? undefined
        : before.find(
            ({ operationId }) =>
              !seen.has(operationId) && !stack.some((waiting) => waiting.operationId === operationId),
          )
      if (open) {
        stack.push(open)
        continue
      }
      stack.pop()
      if (!seen.has(request.operationId)) ordered.push(request)
      seen.add(request.operationId)
    }
  }
  return ordered
}

/**
 * The earliest free time of each on its work center, from now on, behind its predecessors and its project's release; each takes
 * its place before the next one looks, the others stay where they are. Uses the engine's own capacity profile, in working time of
 * the work center, as an operation pauses outside it.
 */
export const nextFreeSlots = (requests: readonly SlotRequest[], world: SlotWorld): Map<string, SlotAnswer> => {
  const busyOf = Map.groupBy(world.busy, ({ categoryId }) => categoryId)
  const profiles = new Map<string, StepProfile>()
  const profileOf = (categoryId: string): StepProfile => {
    const known = profiles.get(categoryId)
    if (known) return known
    const made = new StepProfile(world.capacityOf(categoryId))
    const calendar = world.calendarOf(categoryId)
    for (const busy of busyOf.get(categoryId) ?? []) {
      made.book(calendar.toWork(Math.max(busy.startMs, world.nowMs)), calendar.toWork(busy.endMs), 1)
    }
    profiles.set(categoryId, made)
    return made
  }
  const answers = new Map<string, SlotAnswer>()
  const place = (request: SlotRequest): SlotAnswer => {
    const { categoryId, started, leftHours, releaseMs, predecessors } = request
    const calendar = world.calendarOf(categoryId)
    let from = calendar.toWork(Math.max(world.nowMs, releaseMs))
    for (const { operationId, endMs: planned, lagHours } of predecessors) {
      const placed = answers.get(operationId)
      const endMs = typeof placed === 'object' ? placed.endMs : planned
      if (started) continue
      if (Number.isNaN(endMs)) return 'predecessorNotScheduled'
      from = Math.max(from, calendar.toWork(endMs) + lagHours * hourMs)
    }
    const work = leftHours * hourMs
    const profile = categoryId === null ? null : profileOf(categoryId)
    const start = profile ? profile.earliestFit(from, work, 1) : from
    if (start === Infinity) return 'noWorkingTime'
    const time = moveTo(
      { ...request, plannedStartMs: started ? request.plannedStartMs : Number.NaN, durationHours: leftHours },
      calendar.startWall(start),
      calendar,
      world.nowMs,
    )
    if (!time) return 'noWorkingTime'
    profile?.book(start, start + work, 1)
    return time
  }
  for (const request of inOrder(requests)) answers.set(request.operationId, place(request))
  return answers
}
