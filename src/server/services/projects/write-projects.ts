import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Project, ProjectInput, patchProjects } from '#contract/projects.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import { endOfTodayOnEarth } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { AppError, RuleError, ValidationError } from '../../errors.ts'
import { lockProject } from '../operations/lock-project.ts'
import { removedOperation } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { recordLostSnoozes } from '../operations/remove-operation.ts'
import { changedStamp, createdStamp, diffFields, keptStamp, sentFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { recordLostIntervals } from '../work-time/store-intervals.ts'
import { projectColumns, unnamedProject } from './edit-project.ts'
import { notifyOfShipment } from './notify-of-shipment.ts'
import { keptProjectFields } from './project-fields.ts'
import { nextProjectNumber, requireFreeNumber } from './project-number.ts'
import { readProject } from './read-projects.ts'

/** Creates a project inside a transaction and returns its id. Without a given number it gets the next free one. 409 when the number is in use. */
export const createProjectWithin = async (
  { ctx, tx, record }: Write,
  { input, projectId = randomUUID() }: { readonly input: ProjectInput; readonly projectId?: string },
): Promise<string> => {
  const decision = applyProjectChange(
    { status: 'New', currentPhase: 'engineering', actualShipDate: null },
    projectColumns(input),
    false,
    endOfTodayOnEarth(ctx.app.now().getTime()),
  )
  if (!decision.ok) throw new RuleError(decision.reason, decision.code)
  if (input.projectNumber) await requireFreeNumber(ctx, tx, input.projectNumber)
  const [row] = await tx
    .insert(projects)
    .values({
      ...sentFields(projectColumns(input)),
      ...decision.state,
      tenantId: ctx.tenantId,
      projectId,
      projectName: input.projectName || unnamedProject,
      projectNumber: input.projectNumber || (await nextProjectNumber(ctx, tx)),
      ...createdStamp(ctx),
    })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  record.history({
    entity: 'project',
    entityId: projectId,
    projectId,
    action: 'create',
    changes: diffFields(null, keptProjectFields(row)),
  })
  record.changed('projects', { id: projectId, version: row.version })
  return projectId
}

/** The same, in its own transaction. */
export const createProject = (ctx: TenantContext, { input }: { input: ProjectInput }): Promise<Project> =>
  writeTenant(ctx, async (write) => readProject(ctx, write.tx, await createProjectWithin(write, { input })))

interface ChangeProjectInput {
  readonly projectId: string
  readonly input: ProjectInput
  readonly expectedVersion: number | null
  /** `form`: a whole record saved in its form. `part`: some fields from board or table, and moves must follow the rules of the board. */
  readonly as: 'form' | 'part'
}

const kanbanFields = new Set(['currentPhase', 'status', 'actualShipDate'])

/** True if only a phase or a status was sent, optionally with the ship date, as by a move on the board. */
const isKanbanMove = (sent: object): boolean => {
  const names = Object.keys(sent)
  return ('currentPhase' in sent || 'status' in sent) && names.every((name) => kanbanFields.has(name))
}

/**
 * Writes the sent fields, raises the version by one and returns it. All refusals come before the first write.
 * 404, 409 (number in use), 412 (not the expected version), 422 (move not allowed; shipped without a date, or with a future one).
 */
export const changeProjectWithin = async (
  write: Write,
  { projectId, input, expectedVersion, as }: ChangeProjectInput,
): Promise<number> => {
  const { ctx, tx, record } = write
  const before = await lockProject(ctx, tx, projectId, expectedVersion)
  const sent = sentFields(projectColumns(input))
  const endOfTodayMs = endOfTodayOnEarth(ctx.app.now().getTime())
  const decision = applyProjectChange(before, sent, as === 'part' && isKanbanMove(sent), endOfTodayMs)
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
  const changes = diffFields(keptProjectFields(before), keptProjectFields(after))
  if (changes.length > 0)
    record.history({ entity: 'project', entityId: projectId, projectId, action: 'update', changes })
  record.changed('projects', { id: projectId, version: after.version })
  notifyOfShipment(ctx, record, before, after)
  return after.version
}

/** The same for one project. Returns the project after the change. */
export const changeProject = (ctx: TenantContext, change: ChangeProjectInput): Promise<Project> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    await changeProjectWithin(write, change)
    return readProject(ctx, tx, change.projectId)
  })

interface ProjectChange {
  readonly projectId: string
  readonly fields: ProjectInput
  readonly expectedVersion?: number | undefined
}

type Results = z.output<(typeof patchProjects)['response']>['results']

/** Changes several projects in one transaction and one change set. A refused project does not prevent the other changes. */
export const changeProjects = (
  ctx: TenantContext,
  { changes }: { readonly changes: readonly ProjectChange[] },
): Promise<Results> =>
  writeTenant(ctx, async (write) => {
    const results: Results = []
    for (const { projectId, fields, expectedVersion = null } of changes) {
      try {
        await changeProjectWithin(write, { projectId, input: fields, expectedVersion, as: 'part' })
        results.push({ projectId, refusal: null })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        results.push({ projectId, refusal: { code: error.code, error: error.message } })
      }
    }
    return results
  })

/** Deletes a project with its operations. History keeps their fields. */
export const deleteProjectWithin = async (write: Write, { projectId }: { projectId: string }): Promise<void> => {
  const { ctx, tx, record } = write
  const before = await lockProject(ctx, tx, projectId)
  for (const operation of await selectOperations(ctx, tx, [projectId])) {
    record.history({
      entity: 'operation',
      entityId: operation.row.operationId,
      projectId,
      action: 'delete',
      changes: removedOperation(operation),
    })
  }
  await recordLostSnoozes(write, { projectId })
  await recordLostIntervals(write, { projectId })
  record.history({
    entity: 'project',
    entityId: projectId,
    projectId,
    action: 'delete',
    changes: diffFields({ ...keptProjectFields(before), ...keptStamp(before) }, null),
  })
  await tx.delete(projects).where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
  record.changed('projects', { id: projectId })
  record.withdraw({ projectId })
}

/** The same, in its own transaction. */
export const deleteProject = (ctx: TenantContext, project: { projectId: string }): Promise<void> =>
  writeTenant(ctx, (write) => deleteProjectWithin(write, project))
