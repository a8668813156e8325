import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { OperationName } from './operation-lists.ts'
import { ProposalChange, proposalMethods } from './proposals.ts'
import { projectRemedies } from './remedy-codes.ts'
import { CategoryKind } from './vocabulary.ts'

/** Maximum number of other projects that a remedy names; the rest are counted. */
export const mostDelayedNamed = 3

/** Another late project that ends later because of a remedy. */
const Delayed = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  latenessDaysBefore: z.int(),
  latenessDays: z.int(),
})

/** A remedy for a late project, and the forecast after it. */
export const ProjectRemedy = z.object({
  code: z.enum(projectRemedies),
  operation: z.nullable(OperationName),
  workCenter: z.nullable(
    z.object({ categoryId: z.string(), name: z.string(), kind: z._default(CategoryKind, 'inside') }),
  ),
  /** The changes to make, in order. */
  changes: z.array(ProposalChange),
  /** How the plan is made afterwards: the better method for the shop, then for the project. */
  method: withUsual(z.enum(proposalMethods), 'keepSequence'),
  /** Number of operations it passes; null = not applicable. */
  ahead: withUsual(z.nullable(z.int()), null),
  completionDate: Instant,
  /** Calendar days after the ship date; 0 or less = on time. */
  latenessDays: z.int(),
  /** How much earlier the project ends, in ms. */
  gainMs: z.int(),
  /** Late days of the whole shop, without and with it; null = an older server did not say. */
  lateDaysBefore: withUsual(z.nullable(z.int()), null),
  lateDays: withUsual(z.nullable(z.int()), null),
  /** Number of other projects that end on a later day, and how many of them become late. */
  laterProjects: withUsual(z.int(), 0),
  becomeLate: withUsual(z.int(), 0),
  /** The worst of the resulting late projects, at most `mostDelayedNamed`. */
  delayed: z.array(Delayed),
})
export type ProjectRemedy = z.infer<typeof ProjectRemedy>

export const listRemedies = endpoint({
  method: 'GET',
  path: '/projects/:projectId/remedies',
  access: 'tenant',
  summary: 'What would help a late project, best first: each computed by the engine, with all whom it delays',
  failed: 'Failed to compute what would help',
  params: z.object({ projectId: Id }),
  response: z.array(ProjectRemedy),
})
