import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateInput, DurationHours, Id, Instant, Priority, RequiredLine } from './fields.ts'
import { UnplacedReason } from './placement.ts'
import { Project, ProjectInput } from './projects.ts'
import { limits } from './vocabulary.ts'

export const maxRoutingSteps = 200

/** One operation of a routing. */
export const RoutingStep = z.object({
  name: RequiredLine('Name', limits.maxNameLength),
  /** null = limited by the working time of the organization alone. */
  categoryId: Id.nullable(),
  durationHours: DurationHours,
  /** Operations before it in the list for which it waits, counted from 0. Absent: the one before it. */
  after: z.array(z.number().int().nonnegative()).max(maxRoutingSteps).optional(),
})
export type RoutingStep = z.infer<typeof RoutingStep>

/** Work that nobody has promised yet. */
export const PromiseQuestion = z.object({
  operations: z
    .array(RoutingStep)
    .min(1, 'Name at least one operation')
    .max(maxRoutingSteps, `At most ${maxRoutingSteps} operations`)
    .refine((steps) => steps.every(({ after = [] }, index) => after.every((before) => before < index)), {
      error: 'An operation can wait only for operations before it',
    }),
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

const count = z.number().int()

/** A project that would end on a later day, become late, or lose its date. */
export const DelayedProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  becomesLate: z.boolean(),
  /** Calendar days; null = it would have no date any more. */
  movedDays: count.nullable(),
  /** Calendar days after its ship date; null = no ship date or no date. */
  latenessDays: count.nullable(),
})

export const PromiseAnswer = z.object({
  kind: z.enum(promiseKinds),
  /** The priority that the project would get. */
  priority: count,
  /** When the last operation ends; null = `unplaced` says why there is no date. */
  completionDate: Instant.nullable(),
  /** The first ship date that can be kept, on its day in the time zone of the organization. */
  shipDate: Instant.nullable(),
  /** The work center at which it waits longest, or works longest when it waits nowhere. */
  limit: z.object({ categoryId: z.string(), name: z.string(), waitHours: z.number() }).nullable(),
  unplaced: z.object({ operation: z.string(), workCenter: z.string().nullable(), reason: UnplacedReason }).nullable(),
  /** The operations of the question, in their order. */
  operations: z.array(z.object({ startDate: Instant.nullable(), endDate: Instant.nullable() })),
  /** The worst 20, those that become late first. */
  delayed: z.array(DelayedProject),
  delayedCount: count,
  becomesLateCount: count,
})
export type PromiseAnswer = z.infer<typeof PromiseAnswer>

export const PromiseAnswers = z.object({ timeZone: z.string(), answers: z.array(PromiseAnswer) })
export type PromiseAnswers = z.infer<typeof PromiseAnswers>

/** Stores nothing. 400 for an unknown work center. */
export const askPromiseDate = endpoint({
  method: 'POST',
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
  project: ProjectInput.pick({ projectName: true, projectNumber: true, customerName: true, plannedShipDate: true }),
})
export type PromisedProject = z.infer<typeof PromisedProject>

/**
 * Creates the project with its operations at the dates of the answer, which is computed again, and gives the projects that make
 * room their later dates. 409 when the answer has become another one, or the project number is in use.
 */
export const createPromisedProject = endpoint({
  method: 'POST',
  path: '/promise-dates/project',
  access: 'tenant',
  summary: 'Create a project from an answer',
  failed: 'Failed to create project',
  body: PromisedProject,
  /** `changeId`: what `POST /changes/:changeId/undo` undoes. */
  response: z.object({ project: Project, changeId: z.string() }),
  status: 201,
})
