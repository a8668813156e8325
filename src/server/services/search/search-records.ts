import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SearchHit } from '#contract/search.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { likeAnywhere, rankText, searchWords } from './search-words.ts'

const shownPerKind = 20
/** Most ranked results. With more results the reader should type another letter. */
const ranked = 100

const projectColumns = {
  projectId: projects.projectId,
  projectNumber: projects.projectNumber,
  projectName: projects.projectName,
  currentPhase: projects.currentPhase,
}

type ProjectRow = Omit<SearchHit, 'kind' | 'id' | 'operationName' | 'partNumber'>
type OperationRow = ProjectRow & { operationId: string; operationName: string; partNumber: string }

const projectHit = (row: ProjectRow): SearchHit => ({
  ...row,
  kind: 'project',
  id: row.projectId,
  operationName: null,
  partNumber: '',
})
const operationHit = ({ operationId, ...row }: OperationRow): SearchHit => ({
  ...row,
  kind: 'operation',
  id: operationId,
})

/** ASCII lower case takes two thirds of the time, and is enough for words of ASCII letters. */
const holds = (column: PgColumn, word: string): SQL =>
  /^[\x20-\x7e]*$/.test(word)
    ? sql`lower(${column} collate "C") like ${likeAnywhere(word)}`
    : sql`lower(${column}) like ${likeAnywhere(word)}`

const operationColumns = {
  operationId: operations.operationId,
  operationName: operations.name,
  partNumber: operations.partNumber,
}

const isNamed = (word: string): SQL | undefined => or(holds(operations.name, word), holds(operations.partNumber, word))

const readProjects = async (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<Map<string, ProjectRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select(projectColumns)
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), sql`${projects.projectId} = any(${sql.param([...ids])}::uuid[])`))
  return new Map(rows.map((row) => [row.projectId, row]))
}

const findProjects = (ctx: TenantContext, tx: Tx, words: readonly string[]) =>
  tx
    .select(projectColumns)
    .from(projects)
    .where(
      and(
        eq(projects.tenantId, ctx.tenantId),
        ...words.map((word) =>
          or(
            holds(projects.projectNumber, word),
            holds(projects.projectName, word),
            holds(projects.shortName, word),
            holds(projects.customerName, word),
          ),
        ),
      ),
    )
    .limit(ranked)

/** Reads operations first and their projects afterwards, because the database cannot estimate a LIKE to plan a join well. */
const findOperations = async (ctx: TenantContext, tx: Tx, where: SQL | undefined): Promise<OperationRow[]> => {
  const found = await tx
    .select({ ...operationColumns, projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), where))
    .limit(ranked)
  const byId = await readProjects(ctx, tx, [...new Set(found.map(({ projectId }) => projectId))])
  return found.flatMap((operation) => {
    const project = byId.get(operation.projectId)
    return project ? [{ ...project, ...operation }] : []
  })
}

/** Operations of the projects whose number is one of the words, by the other words: '1042 weld'. */
const findByNumber = async (ctx: TenantContext, tx: Tx, words: readonly string[]): Promise<OperationRow[]> => {
  const numbered = await tx
    .select(projectColumns)
    .from(projects)
    .where(
      and(
        eq(projects.tenantId, ctx.tenantId),
        sql`lower(${projects.projectNumber}) = any(${sql.param([...words])}::text[])`,
      ),
    )
    .limit(words.length)
  const found = []
  for (const project of numbered) {
    const rest = words.filter((word) => word !== project.projectNumber.toLowerCase())
    const rows = await tx
      .select(operationColumns)
      .from(operations)
      .where(
        and(eq(operations.tenantId, ctx.tenantId), eq(operations.projectId, project.projectId), ...rest.map(isNamed)),
      )
      .orderBy(asc(operations.sequence), asc(operations.operationId))
      .limit(shownPerKind)
    found.push(...rows.map((row) => ({ ...project, ...row })))
  }
  return found
}

const isOver = ({ currentPhase }: ProjectRow) => (unscheduledPhases.includes(currentPhase) ? 1 : 0)

/** Sorts the best first: by how well they match the words, then open work before finished work, then by number. */
const best = <T extends ProjectRow>(rows: readonly T[], rank: (row: T) => number): T[] =>
  rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        isOver(one.row) - isOver(other.row) ||
        one.row.projectNumber.localeCompare(other.row.projectNumber, 'en', { numeric: true }),
    )
    .slice(0, shownPerKind)
    .map(({ row }) => row)

const readByIds = async (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<SearchHit[]> => {
  const some = await readProjects(ctx, tx, ids)
  const others = await findOperations(ctx, tx, sql`${operations.operationId} = any(${sql.param([...ids])}::uuid[])`)
  const hits = [...[...some.values()].map(projectHit), ...others.map(operationHit)]
  return ids.flatMap((id) => hits.find((hit) => hit.id === id) ?? [])
}

/**
 * Projects and operations that match a search, the best first, or those with the given ids, in their order. Uses LIKE over the
 * rows of the organization: with 100,000 operations one pass takes a few dozen milliseconds, whatever text was typed.
 */
export const searchRecords = (
  ctx: TenantContext,
  { q, ids }: { q: string; ids: readonly string[] },
): Promise<SearchHit[]> =>
  readTenant(ctx, async (tx) => {
    if (ids.length > 0) return readByIds(ctx, tx, ids)
    const words = searchWords(q)
    if (words.length === 0) return []
    const found = best(await findProjects(ctx, tx, words), (row) =>
      Math.min(rankText(row.projectNumber, words), rankText(row.projectName, words)),
    )
    const byNumber = await findByNumber(ctx, tx, words)
    const byName = await findOperations(ctx, tx, and(...words.map(isNamed)))
    const known = new Set(byNumber.map(({ operationId }) => operationId))
    const named = best(
      byName.filter(({ operationId }) => !known.has(operationId)),
      (row) => Math.min(rankText(row.operationName, words), rankText(row.partNumber, words)),
    )
    return [...found.map(projectHit), ...[...byNumber, ...named].slice(0, shownPerKind).map(operationHit)]
  })
