import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { OperationName } from './operation-lists.ts'
import { ProposalChange } from './proposals.ts'
import { CategoryKind } from './vocabulary.ts'

export const projectRemedies = [
  /** Its operations go first where they wait, with a priority above that of `operation`. */
  'goFirst',
  /** `workCenter` runs one operation more at once; where less of it than usual is available, one more for that time. */
  'addCapacity',
  /** `workCenter` also works on the closed day that the changes name, with what its operations need besides. */
  'addOvertime',
  /** `operation` is no longer pinned. */
  'unpin',
  /** Operations start as soon as nothing asks them to wait. */
  'reschedule',
  /** The material of `operation` is ready sooner. */
  'materialSooner',
  /** `operation` is done now. */
  'finishNow',
  'moveShipDate',
] as const

/** Another project that ends later because of a remedy. */
const Delayed = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  latenessDaysBefore: z.int(),
  latenessDays: z.int(),
})

/** Something that would help a late project, and what the forecast says after it is done. */
export const ProjectRemedy = z.object({
  code: z.enum(projectRemedies),
  operation: z.nullable(OperationName),
  workCenter: z.nullable(
    z.object({ categoryId: z.string(), name: z.string(), kind: z._default(CategoryKind, 'inside') }),
  ),
  /** What to do, in order. The work centers then keep the sequence of the plan. */
  changes: z.array(ProposalChange),
  completionDate: Instant,
  /** Calendar days after the ship date; 0 or less = on time. */
  latenessDays: z.int(),
  /** How much earlier the project ends. */
  gainMs: z.int(),
  /** Late projects that end on a later day, or become late; the worst first. */
  delayed: z.array(Delayed),
})
export type ProjectRemedy = z.infer<typeof ProjectRemedy>

export const listRemedies = endpoint({
  method: 'GET',
  path: '/projects/:projectId/remedies',
  access: 'tenant',
  summary: 'What would help a late project, best first: each computed by the engine, with whom it delays',
  failed: 'Failed to compute what would help',
  params: z.object({ projectId: Id }),
  response: z.array(ProjectRemedy),
})
