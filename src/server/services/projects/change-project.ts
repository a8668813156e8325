import { and, eq } from 'drizzle-orm'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { type Recorder, writeTenant } from '../../db/transaction.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { sentFields } from '../history/sent-fields.ts'
import { tellOfShipment } from '../notifications/tell-of-shipment.ts'
import { endOfToday } from './end-of-today.ts'
import { readProject } from './get-project.ts'
import { lockProject } from './lock-project.ts'
import { projectColumns } from './project-columns.ts'
import { projectFields, projectPlanFields } from './project-fields.ts'
import { requireFreeNumber } from './project-number.ts'

export interface ChangeProjectInput {
  readonly projectId: string
  readonly input: ProjectInput
  readonly expectedVersion: number | null
  /** `form`: a whole record saved on purpose. `part`: some fields, from board or table; the board's rule binds moves. */
  readonly as: 'form' | 'part'
}

const boardFields = new Set(['currentPhase', 'status', 'actualShipDate'])

/** A move on the board: a phase or a status alone, perhaps with the day of shipment. */
const isBoardMove = (sent: object): boolean => {
  const names = Object.keys(sent)
  return ('currentPhase' in sent || 'status' in sent) && names.every((name) => boardFields.has(name))
}

/**
 * Writes the fields that were sent and raises the version by one, which it returns; what is refused is refused before anything is written.
 * 404, 409 (number in use), 412 (not the expected version), 422 (move not allowed; shipped without its date, or tomorrow).
 */
export const changeProjectWithin = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { projectId, input, expectedVersion, as }: ChangeProjectInput,
): Promise<number> => {
  const before = await lockProject(ctx, tx, projectId, expectedVersion)
  const sent = sentFields(projectColumns(input))
  const endOfTodayMs = sent.actualShipDate ? await endOfToday(ctx, tx) : Number.POSITIVE_INFINITY
  const decision = applyProjectChange(before, sent, as === 'part' && isBoardMove(sent), endOfTodayMs)
  if (!decision.ok) throw new RuleError(decision.reason, decision.code)
  if (sent.projectNumber === '') {
    throw new ValidationError([{ path: 'projectNumber', message: 'Project number is required' }])
  }
  if (sent.projectNumber !== undefined && sent.projectNumber !== before.projectNumber) {
    await requireFreeNumber(ctx, tx, sent.projectNumber, projectId)
  }
  const [after] = await tx
    .update(projects)
    .set({ ...sent, ...decision.state, ...changedStamp(ctx, before) })
    .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    .returning()
  if (!after) throw new Error('A locked project vanished')
  const changes = diffFields(projectFields(before), projectFields(after))
  if (changes.length > 0)
    record.history({ entity: 'project', entityId: projectId, projectId, action: 'update', changes })
  record.changed('projects', { id: projectId, version: after.version })
  if (changes.some(({ field }) => projectPlanFields.has(field))) record.planChanged()
  tellOfShipment(ctx, record, before, after)
  return after.version
}

/** The same for one project; answers it as it is then. */
export const changeProject = (ctx: TenantContext, change: ChangeProjectInput): Promise<Project> =>
  writeTenant(ctx, async (tx, record) => {
    await changeProjectWithin(ctx, tx, record, change)
    return readProject(ctx, tx, change.projectId)
  })
