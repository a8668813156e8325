import type { ProjectInput } from '#contract/projects.ts'
import { applyProjectChange } from '#domain/projects/apply-project-change.ts'
import { projectFieldsOfKind } from '#domain/projects/fields.ts'
import { recordOf } from '#domain/record-of.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { createdStamp, sentDate, sentFields } from '../records/record-fields.ts'
import type { ProjectRow } from './project-fields.ts'

/** Title of a project without a given title (specification 9). */
export const unnamedProject = 'Unnamed Project'

/** The fields of a parsed body as columns; undefined = not sent. */
export const projectColumns = (input: ProjectInput) => ({
  ...input,
  projectName: input.projectName === '' ? unnamedProject : input.projectName,
  ...recordOf(projectFieldsOfKind('day'), (name) => sentDate(input[name])),
})

/** A new project before any of its fields is set. */
export const blankProject = (ctx: TenantContext, projectId: string): ProjectRow => ({
  ...recordOf(projectFieldsOfKind('line', 'text'), () => ''),
  tenantId: ctx.tenantId,
  projectId,
  projectName: unnamedProject,
  priority: 50,
  status: 'New',
  currentPhase: 'engineering',
  progressPercentage: 0,
  ...recordOf(projectFieldsOfKind('day'), () => null),
  externalId: null,
  ...createdStamp(ctx),
})

/** A project after applying `input`, as its form would. Stores nothing. Throws 422 if a rule refuses it. */
export const editProject = (before: ProjectRow, input: ProjectInput, endOfTodayMs: number): ProjectRow => {
  const sent = sentFields(projectColumns(input))
  const decision = applyProjectChange(before, sent, false, endOfTodayMs)
  if (!decision.ok) throw new RuleError(decision.reason, decision.code)
  return { ...before, ...sent, ...decision.state }
}
