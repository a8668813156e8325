import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { OperationCause, OperationRemedy } from './operation-lists.ts'

/** A part of a project's lateness: the time by which the project would end earlier without this cause. */
export const LatePart = z.object({
  /** null = no operation explains this part: the work itself does not fit before the ship date. */
  operation: z.nullable(z.object({ operationId: z.string(), name: z.string() })),
  lateMs: z.int(),
  cause: OperationCause,
  remedy: OperationRemedy,
})
export type LatePart = z.infer<typeof LatePart>

/**
 * The parts add up exactly to `lateMs`, the time from the end of the ship date to the forecast completion. The largest
 * is the main cause and comes first. Empty for a project that is not late.
 */
export const ProjectLateness = z.object({
  latenessDays: z.nullable(z.int()),
  lateMs: z.int(),
  parts: z.array(LatePart),
})
export type ProjectLateness = z.infer<typeof ProjectLateness>

export const listLateParts = endpoint({
  method: 'GET',
  path: '/projects/:projectId/late-parts',
  access: 'tenant',
  summary: 'What makes a project late, to the minute: the same causes as on the dashboard and in analytics',
  failed: 'Failed to fetch late parts',
  params: z.object({ projectId: Id }),
  response: ProjectLateness,
})
