import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Line, RequiredLine, recordFields } from './fields.ts'
import { withUsual } from './lenient-fields.ts'

export const workerLimits = {
  /** Maximum number of people on the shop floor in one organization. */
  perOrganization: 1_000,
  badgeCharacters: 60,
} as const

const fourDigits = z.string().check(z.regex(/^\d{4}$/, 'Enter four digits'))
const Badge = Line(workerLimits.badgeCharacters)

/** A person on the shop floor, without an account: reports from a tablet name them by their code or their badge. */
export const Worker = z.object({
  workerId: z.string(),
  name: z.string(),
  code: z.string(),
  /** What a scanner reads from their badge; empty = their badge contains the code. */
  badge: z.string(),
  isActive: z.boolean(),
  ...recordFields,
})
export type Worker = z.infer<typeof Worker>

export const WorkerInput = z.object({
  name: RequiredLine('Name', 80),
  code: fourDigits,
  badge: z.optional(Badge),
  isActive: z.optional(z.boolean()),
})
export type WorkerInput = z.infer<typeof WorkerInput>

/** What a person types or scans on a tablet to say who they are. */
export const WorkerCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(workerLimits.badgeCharacters))

const params = z.object({ workerId: Id })

export const listWorkers = endpoint({
  method: 'GET',
  path: '/workers',
  access: 'manageWorkers',
  summary: 'The people on the shop floor with their codes, by name',
  failed: 'Failed to fetch the people on the floor',
  response: z.array(Worker),
})

/** A person on the floor without their code. */
export const WorkerName = z.pick(Worker, { workerId: true, name: true, isActive: true })
export type WorkerName = z.infer<typeof WorkerName>

export const listWorkerNames = endpoint({
  method: 'GET',
  path: '/workers/names',
  access: 'seeWorkerNames',
  summary: 'The names of the people on the shop floor, without codes, by name',
  failed: 'Failed to fetch the people on the floor',
  response: z.array(WorkerName),
})

/** 400 when the code or the badge belongs to another person; 422 beyond 1,000 people. */
export const postWorker = endpoint({
  method: 'POST',
  path: '/workers',
  access: 'manageWorkers',
  summary: 'Add a person on the shop floor',
  failed: 'Failed to add the person',
  body: WorkerInput,
  response: Worker,
  status: 201,
})

export const putWorker = endpoint({
  method: 'PUT',
  path: '/workers/:workerId',
  access: 'manageWorkers',
  summary: 'Change a person on the shop floor; their code works only while they are active',
  failed: 'Failed to change the person',
  params,
  body: z.partial(WorkerInput),
  response: Worker,
  versioned: true,
})

/** Names on their reports stay as long as the organization keeps names. */
export const deleteWorker = endpoint({
  method: 'DELETE',
  path: '/workers/:workerId',
  access: 'manageWorkers',
  summary: 'Remove a person from the shop floor',
  failed: 'Failed to remove the person',
  params,
  response: z.undefined(),
  status: 204,
})

/** A report whose facts no operation has: pieces, why work paused, or scrap whose rework was planned with a proposal. */
export const FloorEntry = z.object({
  reportId: z.string(),
  at: Instant,
  kind: z.enum(['pieces', 'pause', 'rework']),
  good: z.int(),
  scrap: z.int(),
  /** Scrapped pieces whose rework was planned. */
  reworked: withUsual(z.int(), 0),
  /** Why the pieces are scrap, or why work paused. */
  reason: z.string(),
  /** Who worked; empty = not known, removed by age, or the reader may not see names. */
  workerName: z.string(),
  reportedBy: z.string(),
})
export type FloorEntry = z.infer<typeof FloorEntry>

export const FloorEntries = z.object({
  good: z.int(),
  scrap: z.int(),
  /** Scrapped pieces whose rework is in the plan, because a proposal with it was applied. */
  reworked: withUsual(z.int(), 0),
  /** Open proposals with rework of this operation, newest first. */
  reworkProposals: withUsual(z.array(z.object({ proposalId: z.string(), pieces: z.int() })), []),
  /** Scrapped pieces that no proposal covers yet. */
  reworkLeft: withUsual(z.int(), 0),
  /** Hours to make those pieces again, by the estimate; null = the operation has no quantity. */
  reworkHours: z.nullable(z.number()),
  /** The newest first, at most 50. */
  entries: z.array(FloorEntry),
})
export type FloorEntries = z.infer<typeof FloorEntries>

export const listFloorEntries = endpoint({
  method: 'GET',
  path: '/project-operations/projects/:projectId/operations/:operationId/floor-reports',
  access: 'tenant',
  summary: 'Pieces and pauses that the shop floor reported about an operation; planners see names',
  failed: 'Failed to fetch the reports',
  params: z.object({ projectId: Id, operationId: Id }),
  response: FloorEntries,
})
