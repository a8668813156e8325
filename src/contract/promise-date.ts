import { z } from 'zod/mini'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { DurationHours, Id, Instant, Priority, RequiredLine } from './fields.ts'
import { RepeatedDetails } from './operations.ts'
import { UnplacedReason } from './placement.ts'
import { Project, ProjectInput } from './projects.ts'
import { limits } from './vocabulary.ts'

export const maxRoutingSteps = 200
/** Of all operations of a question together: as much as one operation may have. */
export const maxRoutingHours = limits.maxDurationHours

/** True when the operations have more hours than a question may have. */
export const hasTooManyHours = (steps: readonly { readonly durationHours: number }[]): boolean =>
  steps.reduce((sum, { durationHours }) => sum + durationHours, 0) > maxRoutingHours

export const tooManyHours = `At most ${maxRoutingHours.toLocaleString('en-US')} hours in all`

/** One operation of a routing. */
export const RoutingStep = z.object({
  name: RequiredLine('Name', limits.maxNameLength),
  /** null = limited by the working time of the organization alone. */
  categoryId: z.nullable(Id),
  durationHours: DurationHours,
  /** Operations before it in the list for which it waits, counted from 0. Absent: the one before it. */
  after: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(maxRoutingSteps))),
  /** The dependency fields name a predecessor by its place in the list, counted from 0. */
  ...RepeatedDetails.shape,
})
export type RoutingStep = z.infer<typeof RoutingStep>

/** Places of the operations for which the operation at `index` waits. */
export const placesBefore = ({ after }: Pick<RoutingStep, 'after'>, index: number): readonly number[] =>
  after ?? (index > 0 ? [index - 1] : [])

/** True when every lag and overlap of the operation at `index` belongs to one for which it waits. */
const namesPredecessors = (step: RoutingStep, index: number): boolean => {
  const places = new Set(placesBefore(step, index).map(String))
  const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent } = step
  const named = [dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent]
  return named.every((byPlace = {}) => Object.keys(byPlace).every((place) => places.has(place)))
}

/** Work that nobody has promised yet. */
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
 * How the new work takes its place. `behindAll`: in the time that everything planned leaves free. `byPriority`: only work of
 * projects with a lower priority makes room. `first`: all work that is not begun, pinned or inside the freeze window makes room.
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
  /** Calendar days; null = it would have no date any more. */
  movedDays: z.nullable(count),
  /** Calendar days after its ship date; null = no ship date or no date. */
  latenessDays: z.nullable(count),
})

export const PromiseAnswer = z.object({
  kind: z.enum(promiseKinds),
  /** The priority that the project would get. */
  priority: count,
  /** When the last operation ends; null = `unplaced` says why there is no date. */
  completionDate: z.nullable(Instant),
  /** The first ship date that can be kept, on its day in the time zone of the organization. */
  shipDate: z.nullable(Instant),
  /** The work center or pool for which it waits longest, or the work center whose work takes longest; null = neither takes any time. */
  limit: z.nullable(
    z.object({
      categoryId: z.string(),
      name: z.string(),
      /** Hours of the clock that it waits for this one; 0 = the work itself takes longest. */
      waitHours: z.number(),
      /** Hours of the clock from the start to the end of its work there. */
      workHours: z._default(z.number(), 0),
      /** Who does the work of an outside work center; empty = not said. */
      supplier: z._default(z.string(), ''),
    }),
  ),
  unplaced: z.nullable(z.object({ operation: z.string(), workCenter: z.nullable(z.string()), reason: UnplacedReason })),
  /** The operations of the question, in their order. */
  operations: z.array(z.object({ startDate: z.nullable(Instant), endDate: z.nullable(Instant) })),
  /** The worst 20, those that become late first. */
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

/** An answer that somebody takes. */
export const PromisedProject = z.object({
  question: PromiseQuestion,
  kind: z.enum(promiseKinds),
  /** What the reader saw. */
  seen: z.object({ shipDate: Instant, delayedCount: count }),
  project: z.pick(ProjectInput, { projectName: true, projectNumber: true, customerName: true, plannedShipDate: true }),
})
export type PromisedProject = z.infer<typeof PromisedProject>

/**
 * Creates the project with its operations at the dates of the answer, which is computed again, and gives the projects that make
 * room their later dates. 409 when the answer has become another one, or the project number is in use.
 */
export const createPromisedProject = endpoint({
  method: 'POST',
  path: '/promise-dates/project',
  access: 'planProjects',
  summary: 'Create a project from an answer',
  failed: 'Failed to create project',
  body: PromisedProject,
  /** `changeId`: what `POST /changes/:changeId/undo` undoes. */
  response: z.object({ project: Project, changeId: z.string() }),
  status: 201,
})
