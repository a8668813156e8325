import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { OperationName } from './operation-lists.ts'
import { ProposalChange, proposalMethods } from './proposals.ts'
import { projectRemedies } from './remedy-codes.ts'
import { CategoryKind } from './vocabulary.ts'

/** The most other projects that a remedy names; the rest are counted. */
export const mostDelayedNamed = 3

/** Another late project that ends later because of a remedy. */
const Delayed = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  latenessDaysBefore: z.int(),
  latenessDays: z.int(),
})

/** Something that would help a late project, and what is forecast after it is done. */
export const ProjectRemedy = z.object({
  code: z.enum(projectRemedies),
  operation: z.nullable(OperationName),
  workCenter: z.nullable(
    z.object({ categoryId: z.string(), name: z.string(), kind: z._default(CategoryKind, 'inside') }),
  ),
  /** What to do, in order. */
  changes: z.array(ProposalChange),
  /** How the plan is made after that: the better of both for the shop, then for the project. */
  method: withUsual(z.enum(proposalMethods), 'keepSequence'),
  /** How many operations it goes ahead of; null = it is about something else. */
  ahead: withUsual(z.nullable(z.int()), null),
  completionDate: Instant,
  /** Calendar days after the ship date; 0 or less = on time. */
  latenessDays: z.int(),
  /** How much earlier the project ends. */
  gainMs: z.int(),
  /** The late days of the whole shop, without it and with it; null = an older server did not say. */
  lateDaysBefore: withUsual(z.nullable(z.int()), null),
  lateDays: withUsual(z.nullable(z.int()), null),
  /** How many other projects end on a later day, and how many of them become late. */
  laterProjects: withUsual(z.int(), 0),
  becomeLate: withUsual(z.int(), 0),
  /** At most `mostDelayedNamed` of them that are late then, the worst first. */
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
