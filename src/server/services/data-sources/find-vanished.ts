import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { SourceRules, VanishedRecord } from '#contract/data-sources.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { actionOnOperation, actionOnProject, vanishedReason } from '#domain/sources/vanished-action.ts'
import { endOfTodayOnEarth } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { isAmong } from '../../db/among.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { ImportPlan } from '../imports/plan-import.ts'
import { editOperation } from '../operations/edit-operation.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { editProject } from '../projects/edit-project.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import type { HeldOperation, HeldProject, SourceMemory } from './source-memory.ts'

/** A project that the source no longer has. `after`: null = it stays as it is. */
export interface VanishedProject {
  readonly action: VanishedRecord['action']
  readonly before: ProjectRow
  readonly after: ProjectRow | null
  readonly held: HeldProject | null
}

/** The same of an operation. One with the action `remove` has no `after`. */
export interface VanishedOperation {
  readonly action: VanishedRecord['action']
  readonly project: ProjectRow
  readonly before: LinkedOperation
  readonly after: LinkedOperation | null
  readonly held: HeldOperation | null
}

export interface Vanished {
  readonly projects: readonly VanishedProject[]
  readonly operations: readonly VanishedOperation[]
}

interface VanishScope {
  readonly ctx: TenantContext
  readonly plan: ImportPlan
  readonly memory: SourceMemory
  readonly rule: SourceRules['vanished']
  readonly sourceName: string
}

const projectsPerRead = 500

/** The stored ones of these projects, read in parts, so that others are answered meanwhile. */
const selectProjects = async (ctx: TenantContext, ids: readonly string[]): Promise<ProjectRow[]> => {
  const found: ProjectRow[] = []
  for (let from = 0; from < ids.length; from += projectsPerRead) {
    const wanted = and(
      eq(projects.tenantId, ctx.tenantId),
      isAmong(projects.projectId, ids.slice(from, from + projectsPerRead)),
    )
    found.push(
      ...(await readTenant(ctx, (tx) =>
        readTableRows(tx, projects, sql`(select * from projects where ${wanted} order by project_number) projects`),
      )),
    )
    await setImmediate()
  }
  return found
}

const vanishedProject = (before: ProjectRow, { ctx, rule }: VanishScope): VanishedProject => {
  const action = actionOnProject(rule)
  if (action === 'keep') return { action, before, after: null, held: null }
  const phase = action === 'hold' ? 'on_hold' : 'cancelled'
  const after = editProject(before, { currentPhase: phase }, endOfTodayOnEarth(ctx.app.now().getTime()))
  const stateOf = ({ currentPhase, status }: ProjectRow) => ({ currentPhase, status })
  return { action, before, after, held: { from: stateOf(before), to: stateOf(after) } }
}

const vanishedOperation = (
  before: LinkedOperation,
  project: ProjectRow,
  { ctx, rule, sourceName }: VanishScope,
): VanishedOperation => {
  const action = actionOnOperation(rule, before.row)
  if (action !== 'hold') return { action, project, before, after: null, held: null }
  const reason = vanishedReason(sourceName)
  const after = editOperation(before, { onHold: true, holdReason: reason }, 'replace', ctx.app.now())
  return { action, project, before, after, held: { reason } }
}

/**
 * Open projects and unfinished operations that the source has brought before and that its table no longer has, each once. Rows with
 * errors count as there: a project with such a row loses no operations, and while a row may belong to any project, nothing vanishes.
 */
export const findVanished = async (scope: VanishScope): Promise<Vanished> => {
  const { ctx, plan, memory } = scope
  if (plan.hasUnassigned) return { projects: [], operations: [] }
  const isExpected = (id: string, kind: 'project' | 'operation'): boolean => {
    const record = memory.get(id)
    return record?.kind === kind && record.missingSince === null
  }
  const there = new Set(plan.groups.flatMap(({ before }) => before?.projectId ?? []))
  const missing = [...memory.keys()].filter((id) => isExpected(id, 'project') && !there.has(id))
  const isOpen = ({ currentPhase }: ProjectRow): boolean => !unscheduledPhases.includes(currentPhase)
  const operations = [...Map.groupBy(plan.groups, ({ before }) => before?.projectId ?? null)].flatMap(
    ([projectId, groups]) => {
      const [done] = groups.flatMap((group) => group.done ?? [])
      if (projectId === null || !done || groups.some(({ hasFailed }) => hasFailed)) return []
      const inTable = new Set(groups.flatMap((group) => group.done?.planned.map(({ after }) => after.row.operationId)))
      return plan.shop
        .operationsOf(projectId)
        .filter(({ row }) => isExpected(row.operationId, 'operation') && !inTable.has(row.operationId))
        .filter(({ row }) => row.progressPercentage < 100)
        .map((one) => vanishedOperation(one, done.after, scope))
    },
  )
  const found = missing.length > 0 ? await selectProjects(ctx, missing) : []
  return { projects: found.filter(isOpen).map((row) => vanishedProject(row, scope)), operations }
}

export const presentVanished = ({ projects: gone, operations }: Vanished): VanishedRecord[] => [
  ...gone.map(({ action, before }) => ({
    action,
    projectId: before.projectId,
    projectNumber: before.projectNumber,
    projectName: before.projectName,
    operationId: null,
    operationName: null,
  })),
  ...operations.map(({ action, project, before }) => ({
    action,
    projectId: project.projectId,
    projectNumber: project.projectNumber,
    projectName: project.projectName,
    operationId: before.row.operationId,
    operationName: before.row.name,
  })),
]
