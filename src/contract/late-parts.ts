import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { OperationCause, OperationRemedy } from './operation-lists.ts'

/** A part of a project's lateness: the days that one of its operations explains, and why. */
export const LatePart = z.object({
  /** null = days that no operation explains: the work itself does not fit before the ship date. */
  operation: z.object({ operationId: z.string(), name: z.string() }).nullable(),
  days: z.number(),
  cause: OperationCause,
  remedy: OperationRemedy,
})
export type LatePart = z.infer<typeof LatePart>

/** The parts sum to the lateness; the deciding one comes first. */
export const ProjectLateness = z.object({ latenessDays: z.number().int().nullable(), parts: z.array(LatePart) })
export type ProjectLateness = z.infer<typeof ProjectLateness>

export const listLateParts = endpoint({
  method: 'GET',
  path: '/projects/:projectId/late-parts',
  access: 'tenant',
  summary: 'What makes a project late, in days: the same causes as on the dashboard and in analytics',
  failed: 'Failed to fetch late parts',
  params: z.object({ projectId: Id }),
  response: ProjectLateness,
})
