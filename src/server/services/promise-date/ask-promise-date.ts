import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { PromiseAnswer, PromiseAnswers, PromiseQuestion } from '#contract/promise-date.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import type { ComputedAnswer } from '#domain/promise-date/promise-answers.ts'
import type { SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { ValidationError } from '../../errors.ts'
import { computePromises } from '../forecasts/refresh-forecast.ts'

/** Names of the work centers of a routing, by id. 400 if the organization does not have one of them. */
export const requireCenters = async (
  ctx: TenantContext,
  tx: Tx,
  { operations }: PromiseQuestion,
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(operations.map(({ categoryId }) => categoryId).filter((id) => id !== null))]
  const rows = await tx
    .select({ id: categories.categoryId, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, ids)))
  const names = new Map(rows.filter(isWorkCenter).map(({ id, name }) => [id, name]))
  const problems = operations.flatMap(({ categoryId }, index) =>
    categoryId === null || names.has(categoryId)
      ? []
      : [{ path: `operations.${index}.categoryId`, message: 'Not a work center of this organization' }],
  )
  if (problems.length > 0) throw new ValidationError(problems)
  return names
}

/** The project that the routing would become, with new ids. */
export const draftOf = ({ operations, priority, earliestStart }: PromiseQuestion): SnapshotProject => {
  const ids = operations.map(() => randomUUID())
  return {
    projectId: randomUUID(),
    projectNumber: '',
    projectName: '',
    phase: 'engineering',
    priority,
    productionStartMs: earliestStart === null ? null : Date.parse(earliestStart),
    engineeringReleaseMs: null,
    customerReleaseMs: null,
    dueMs: null,
    operations: operations.map(({ name, categoryId, durationHours, after }, index) => ({
      operationId: ids[index] ?? '',
      name,
      sequence: 10 * (index + 1),
      durationHours,
      progressPercent: 0,
      onHold: false,
      pinned: false,
      categoryId,
      dependencies: [...new Set(after ?? [index - 1])]
        .filter((before) => before >= 0)
        .map((before) => ({ operationId: ids[before] ?? '', lagHours: 0 })),
      materialReadyMs: null,
      scheduledStartMs: null,
      scheduledEndMs: null,
      actualStartMs: null,
      actualEndMs: null,
    })),
  }
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The first ship date that an answer keeps: work that ends at midnight ships on the day before. */
export const shipDateOf = ({ completionMs }: ComputedAnswer): string | null =>
  isoOf(completionMs === null ? null : lastInstant(completionMs))

/** Most delayed projects that an answer names. */
const mostNamed = 20

/** Names of work centers, and numbers and names of projects, by id. */
interface Names {
  readonly centers: ReadonlyMap<string, string>
  readonly projects: ReadonlyMap<string, { readonly projectNumber: string; readonly projectName: string }>
}

const presentAnswer = (answer: ComputedAnswer, { operations }: SnapshotProject, names: Names): PromiseAnswer => {
  const { limit, unplaced, delayed } = answer
  const stopped = operations.find(({ operationId }) => operationId === unplaced?.operationId)
  return {
    kind: answer.kind,
    priority: answer.priority,
    completionDate: isoOf(answer.completionMs),
    shipDate: shipDateOf(answer),
    limit: limit && {
      categoryId: limit.categoryId,
      name: names.centers.get(limit.categoryId) ?? '',
      waitHours: limit.waitMs / 3_600_000,
    },
    unplaced: unplaced && {
      operation: stopped?.name ?? '',
      workCenter: names.centers.get(stopped?.categoryId ?? '') ?? null,
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

/** When the work of a routing could ship, in three answers. Stores nothing. 400 (unknown work center), 429 and 503 as `askInTurn`. */
export const askPromiseDate = async (
  ctx: TenantContext,
  { question }: { readonly question: PromiseQuestion },
): Promise<PromiseAnswers> => {
  const centers = await readTenant(ctx, (tx) => requireCenters(ctx, tx, question))
  const draft = draftOf(question)
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
  const names = { centers, projects: new Map(rows.map((row) => [row.projectId, row])) }
  return { timeZone: computed.timeZone, answers: computed.answers.map((each) => presentAnswer(each, draft, names)) }
}
