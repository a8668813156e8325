import { and, eq, inArray } from 'drizzle-orm'
import type { PromiseAnswer, PromiseAnswers, PromiseQuestion } from '#contract/promise-date.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import type { ComputedAnswer } from '#domain/promise-date/promise-answers.ts'
import type { PromiseLimit } from '#domain/promise-date/promise-limit.ts'
import type { SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { computePromises } from '../forecasts/refresh-forecast.ts'
import { draftOf, loadResources, type Resource } from './draft-project.ts'

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The first ship date that the answer can promise. Work that ends at midnight ships on the day before. */
export const shipDateOf = ({ completionMs }: ComputedAnswer): string | null =>
  isoOf(completionMs === null ? null : lastInstant(completionMs))

/** Most delayed projects that an answer names. */
const mostNamed = 20

/** The work centers and pools of the organization, and numbers and names of projects, by id. */
interface Names {
  readonly resources: ReadonlyMap<string, Resource>
  readonly projects: ReadonlyMap<string, { readonly projectNumber: string; readonly projectName: string }>
}

const presentLimit = (
  { categoryId, waitMs, workMs }: PromiseLimit,
  { resources }: Names,
): NonNullable<PromiseAnswer['limit']> => {
  const resource = resources.get(categoryId)
  return {
    categoryId,
    name: resource?.name ?? '',
    waitHours: waitMs / 3_600_000,
    workHours: workMs / 3_600_000,
    supplier: resource && isOutside(resource) ? resource.supplier : '',
  }
}

const presentAnswer = (answer: ComputedAnswer, { operations }: SnapshotProject, names: Names): PromiseAnswer => {
  const { limit, unplaced, delayed } = answer
  const stopped = operations.find(({ operationId }) => operationId === unplaced?.operationId)
  const closedId = unplaced?.reason.code === 'noWorkingTime' ? unplaced.reason.categoryId : stopped?.categoryId
  return {
    kind: answer.kind,
    priority: answer.priority,
    completionDate: isoOf(answer.completionMs),
    shipDate: shipDateOf(answer),
    limit: limit && presentLimit(limit, names),
    unplaced: unplaced && {
      operation: stopped?.name ?? '',
      workCenter: names.resources.get(closedId ?? '')?.name ?? null,
      reason: unplaced.reason,
    },
    operations: answer.operations.map(({ startMs, endMs }) => ({ startDate: isoOf(startMs), endDate: isoOf(endMs) })),
    delayed: delayed.slice(0, mostNamed).map(({ projectId, kind, movedDays, latenessDaysAfter }) => ({
      projectId,
      projectNumber: names.projects.get(projectId)?.projectNumber ?? '',
      projectName: names.projects.get(projectId)?.projectName ?? '',
      becomesLate: kind === 'becameLate',
      movedDays,
      latenessDays: latenessDaysAfter,
    })),
    delayedCount: delayed.length,
    becomesLateCount: delayed.filter(({ kind }) => kind === 'becameLate').length,
  }
}

/**
 * When the work of a routing could ship, in three answers. Stores nothing. 400 (unknown work center or pool), 422 (details that an
 * operation cannot have together), 429 and 503 as `askInTurn`.
 */
export const askPromiseDate = async (
  ctx: TenantContext,
  { question }: { readonly question: PromiseQuestion },
): Promise<PromiseAnswers> => {
  const resources = await loadResources(ctx)
  const { draft } = draftOf(ctx, question, resources)
  const { answer: computed } = await computePromises(ctx, { kind: 'promise', draft, plan: null })
  const named = computed.answers.flatMap(({ delayed }) => delayed.slice(0, mostNamed))
  const ids = [...new Set(named.map(({ projectId }) => projectId))]
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select({
        projectId: projects.projectId,
        projectNumber: projects.projectNumber,
        projectName: projects.projectName,
      })
      .from(projects)
      .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, ids))),
  )
  const names = { resources, projects: new Map(rows.map((row) => [row.projectId, row])) }
  return { timeZone: computed.timeZone, answers: computed.answers.map((each) => presentAnswer(each, draft, names)) }
}
