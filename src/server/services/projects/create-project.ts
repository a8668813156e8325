import { randomUUID } from 'node:crypto'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import type { TenantContext } from '../../context.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { sentFields } from '../history/sent-fields.ts'
import { endOfToday } from './end-of-today.ts'
import { readProject } from './get-project.ts'
import { projectColumns, unnamedProject } from './project-columns.ts'
import { projectFields } from './project-fields.ts'
import { nextProjectNumber, requireFreeNumber } from './project-number.ts'

/** Creates a project; without a number it gets the organisation's next. 409 when the number is in use. */
export const createProject = (ctx: TenantContext, { input }: { input: ProjectInput }): Promise<Project> =>
  writeTenant(ctx, async (tx, record) => {
    const decision = applyProjectChange(
      { status: 'New', currentPhase: 'engineering', actualShipDate: null },
      projectColumns(input),
      false,
      await endOfToday(ctx, tx),
    )
    if (!decision.ok) throw new RuleError(decision.reason, decision.code)
    if (input.projectNumber) await requireFreeNumber(ctx, tx, input.projectNumber)
    const [row] = await tx
      .insert(projects)
      .values({
        ...sentFields(projectColumns(input)),
        ...decision.state,
        tenantId: ctx.tenantId,
        projectId: randomUUID(),
        projectName: input.projectName || unnamedProject,
        projectNumber: input.projectNumber || (await nextProjectNumber(ctx, tx)),
        ...createdStamp(ctx),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    const { projectId } = row
    record.history({
      entity: 'project',
      entityId: projectId,
      projectId,
      action: 'create',
      changes: diffFields(null, projectFields(row)),
    })
    record.changed('projects', { id: projectId, version: row.version })
    record.planChanged()
    return readProject(ctx, tx, projectId)
  })
