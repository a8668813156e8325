import type { CorePlan, CoreProblem } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { serialSchedule } from './serial-schedule.ts'

/** An operation that may not start before `at`: so that a maximum lag is met, or, without one, because it is planned then. */
export interface HeldOperation<L> {
  readonly at: number
  readonly lag: L | null
}

/** A plan in which some operations start later than they could. All others are shifted left. */
export interface HeldPlan<L> {
  readonly plan: CorePlan
  readonly held: ReadonlyMap<number, HeldOperation<L>>
}

/** Limit for shifting left, which could continue forever with changeovers. */
const mostShifts = 100

/** The plan in the same order and modes, shifted left as far as the held operations allow. */
export const planWith = <L>(problem: CoreProblem, { plan, held }: HeldPlan<L>): PlanBuilder => {
  const release = problem.release.slice()
  const modes = problem.modes && { ...problem.modes, release: problem.modes.release.slice() }
  for (const [i, { at }] of held) {
    release[i] = Math.max(release[i], at)
    const row = plan.mode?.[i] ?? -1
    if (modes && row >= 0) modes.release[row] = Math.max(modes.release[row], at)
  }
  const builder = new PlanBuilder({ ...problem, release, modes })
  let before = plan.start.slice()
  for (let moved = true, rounds = 0; moved && rounds < mostShifts; rounds++) {
    serialSchedule(builder, before, () => false, plan.mode ?? null)
    const previous = before
    moved = builder.start.some((at, i) => at !== previous[i])
    before = builder.start.slice()
  }
  return builder
}

export const isSamePlan = (a: CorePlan, b: CorePlan): boolean =>
  a.start.every((at, i) => at === b.start[i] && (a.mode?.[i] ?? -1) === (b.mode?.[i] ?? -1))

/** A copy of what was built. */
export const builtPlan = ({ start, end, mode, changeover }: PlanBuilder): CorePlan => ({
  start: start.slice(),
  end: end.slice(),
  mode: mode?.slice() ?? null,
  changeover,
})

/** Whether all successors of an operation can stay in place, and its project ends no later than before (`projectEnd`). */
export const delaysNothing = (builder: PlanBuilder, operation: number, projectEnd: Float64Array): boolean => {
  const { successorFirst, successor, successorLag, successorWait, successorLeft, project, deadline } = builder.problem
  const end = builder.end[operation]
  if (end > deadline[operation] || end > projectEnd[project[operation]]) return false
  for (let e = successorFirst[operation]; e < successorFirst[operation + 1]; e++) {
    const next = successor[e]
    if (builder.end[next] === Infinity) continue
    const [wait, left, length] = [successorWait[e], successorLeft?.[e] ?? 0, builder.duration[next]]
    const ready = builder.workAfter(operation, builder.calendarOf(next), length, successorLag[e], wait, left)
    if (ready > builder.startWorkOf(next)) return false
    if (left === 0 && end + wait > builder.start[next]) return false
  }
  return true
}
