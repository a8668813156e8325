import { z } from 'zod/mini'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { DurationHours, Id, Instant, Priority, RequiredLine } from './fields.ts'
import { OperationInput, RepeatedDetails } from './operations.ts'
import { UnplacedReason } from './placement.ts'
import { Project, ProjectInput } from './projects.ts'
import { limits } from './vocabulary.ts'

export const maxRoutingSteps = 200
/** For all operations of a question together: the same limit as for one operation. */
export const maxRoutingHours = limits.maxDurationHours

/** Whether the operations have more hours than a question may have. */
export const hasTooManyHours = (steps: readonly { readonly durationHours: number }[]): boolean =>
  steps.reduce((sum, { durationHours }) => sum + durationHours, 0) > maxRoutingHours

export const tooManyHours = `At most ${maxRoutingHours.toLocaleString('en-US')} hours in all`

/** What is known of an operation of new work besides name, work center, hours and predecessors: what repeats, and its own material. */
export const AskedDetails = z.extend(
  RepeatedDetails,
  z.pick(OperationInput, { materialReadyDate: true, materialNote: true }).shape,
)
export type AskedDetails = z.infer<typeof AskedDetails>

/** One operation of a routing. */
export const RoutingStep = z.object({
  name: RequiredLine('Name', limits.maxNameLength),
  /** null = limited only by the organization's working time. */
  categoryId: z.nullable(Id),
  durationHours: DurationHours,
  /** Indexes from 0 of the operations it waits for. Absent: the previous one. */
  after: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(maxRoutingSteps))),
  /** The dependency fields identify a predecessor by its index in the list, from 0. */
  ...AskedDetails.shape,
})
export type RoutingStep = z.infer<typeof RoutingStep>

/** Indexes of the operations that the operation at `index` waits for. */
export const placesBefore = ({ after }: Pick<RoutingStep, 'after'>, index: number): readonly number[] =>
  after ?? (index > 0 ? [index - 1] : [])

/** Whether every lag and overlap of the operation at `index` belongs to one of its predecessors. */
const namesPredecessors = (step: RoutingStep, index: number): boolean => {
  const places = new Set(placesBefore(step, index).map(String))
  const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent } = step
  const named = [dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent]
  return named.every((byPlace = {}) => Object.keys(byPlace).every((place) => places.has(place)))
}

/** Work that has not been promised yet. */
export const PromiseQuestion = z.object({
  operations: z.array(RoutingStep).check(
    z.minLength(1, 'Enter at least one operation'),
    z.maxLength(maxRoutingSteps, `At most ${maxRoutingSteps} operations`),
    z.refine((steps) => steps.every(({ after = [] }, index) => after.every((before) => before < index)), {
      error: 'An operation can wait only for operations before it',
    }),
    z.refine((steps) => steps.every(namesPredecessors), {
      error: 'A lag or an overlap belongs to an operation for which it waits',
    }),
    z.refine((steps) => !hasTooManyHours(steps), tooManyHours),
  ),
  priority: Priority,
  /** null = from now on. */
  earliestStart: DateInput,
})
export type PromiseQuestion = z.infer<typeof PromiseQuestion>

/**
 * Which work makes room for the new work. `behindAll`: none; it uses the time that is still free. `byPriority`: only work of projects with
 * a lower priority. `first`: all work that has not started and is neither pinned nor inside the freeze window.
 */
export const promiseKinds = ['behindAll', 'byPriority', 'first'] as const
export type PromiseKind = (typeof promiseKinds)[number]

const count = z.int()

/** A project that would end on a later day, become late, or lose its date. */
export const DelayedProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  becomesLate: z.boolean(),
  /** Calendar days; null = it would lose its date. */
  movedDays: z.nullable(count),
  /** Calendar days after its ship date; null = no ship date or no date. */
  latenessDays: z.nullable(count),
})

export const PromiseAnswer = z.object({
  kind: z.enum(promiseKinds),
  /** The priority of the new project. */
  priority: count,
  /** When the last operation ends; null = no date, for the reason in `unplaced`. */
  completionDate: z.nullable(Instant),
  /** The first feasible ship date, in the organization's time zone. */
  shipDate: z.nullable(Instant),
  /** The work center or pool with the longest wait, or the work center with the longest work; null = neither takes any time. */
  limit: z.nullable(
    z.object({
      categoryId: z.string(),
      name: z.string(),
      /** Clock hours of waiting for it; 0 = the work itself takes longest. */
      waitHours: z.number(),
      /** Clock hours from the start to the end of its work there. */
      workHours: z._default(z.number(), 0),
      /** Supplier of an outside work center; empty = not given. */
      supplier: z._default(z.string(), ''),
    }),
  ),
  unplaced: z.nullable(z.object({ operation: z.string(), workCenter: z.nullable(z.string()), reason: UnplacedReason })),
  /** The operations of the question, in order. */
  operations: z.array(z.object({ startDate: z.nullable(Instant), endDate: z.nullable(Instant) })),
  /** The worst 20; those that become late come first. */
  delayed: z.array(DelayedProject),
  delayedCount: count,
  becomesLateCount: count,
})
export type PromiseAnswer = z.infer<typeof PromiseAnswer>

export const PromiseAnswers = z.object({ timeZone: z.string(), answers: z.array(PromiseAnswer) })
export type PromiseAnswers = z.infer<typeof PromiseAnswers>

/** Stores nothing. 400 for an unknown work center or pool, 422 for details that an operation cannot have together. */
export const askPromiseDate = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/promise-dates',
  access: 'tenant',
  summary: 'When new work could ship: three answers, with whom each of them delays',
  failed: 'Failed to compute the promise date',
  body: PromiseQuestion,
  response: PromiseAnswers,
})

/** One of the answers to a question. */
export const PromiseOddsQuestion = z.object({ question: PromiseQuestion, kind: z.enum(promiseKinds) })
export type PromiseOddsQuestion = z.infer<typeof PromiseOddsQuestion>

/** `tooLittleKnown`: about how long the work takes. `shopTooLarge`: no odds are computed in a shop of this size. */
const noOddsReasons = ['tooLittleKnown', 'shopTooLarge'] as const

export const PromiseOdds = z.object({
  /** When the work is done in half, 80 and 90 % of the samples of the answered plan; null = none, for the reason beside it. */
  odds: z.nullable(z.object({ p50: Instant, p80: Instant, p90: Instant })),
  reason: z.nullable(z.enum(noOddsReasons)),
})
export type PromiseOdds = z.infer<typeof PromiseOdds>

/** A call of its own, because it takes several times as long as the answers. Stores nothing. Refused as `askPromiseDate`. */
export const askPromiseOdds = endpoint({
  method: 'POST',
  readsOnly: true,
  path: '/promise-dates/odds',
  access: 'tenant',
  summary: 'How sure the date of an answer is: when the work is done in 50, 80 and 90 % of the samples',
  failed: 'Failed to compute the odds of the promise date',
  body: PromiseOddsQuestion,
  response: PromiseOdds,
})

/** The answer to create a project from. */
export const PromisedProject = z.object({
  question: PromiseQuestion,
  kind: z.enum(promiseKinds),
  /** The values that the user saw. */
  seen: z.object({ shipDate: Instant, delayedCount: count }),
  project: z.pick(ProjectInput, { projectName: true, projectNumber: true, customerName: true, plannedShipDate: true }),
})
export type PromisedProject = z.infer<typeof PromisedProject>

/**
 * Creates the project with its operations at the dates of the answer, which is recomputed, and delays the projects that
 * make room. 409 if the answer has changed, or the project number is in use.
 */
export const createPromisedProject = endpoint({
  method: 'POST',
  path: '/promise-dates/project',
  access: 'planProjects',
  summary: 'Create a project from an answer',
  failed: 'Failed to create project',
  body: PromisedProject,
  /** `changeId` is for `POST /changes/:changeId/undo`. */
  response: z.object({ project: Project, changeId: z.string() }),
  status: 201,
})
