import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/read-operations.ts'
import type { ProjectRow } from '../projects/project-fields.ts'

export type CategoryRow = typeof categories.$inferSelect

/** What is stored of the projects that a table names. */
export interface StoredShop {
  readonly byExternalId: ReadonlyMap<string, readonly ProjectRow[]>
  readonly byNumber: ReadonlyMap<string, ProjectRow>
  /** By name in lower case. */
  readonly byName: ReadonlyMap<string, readonly ProjectRow[]>
  readonly operationsOf: (projectId: string) => readonly LinkedOperation[]
  readonly categories: readonly CategoryRow[]
}

/** The organization as far as an import reads it. */
export interface ImportTenant {
  readonly timeZone: string
  /** Every change of the shop raises it. */
  readonly changeNumber: number
}

export const selectImportTenant = async (tx: Tx, tenantId: string): Promise<ImportTenant> => {
  const [row] = await tx
    .select({ timeZone: tenants.timeZone, changeNumber: tenants.changeNumber })
    .from(tenants)
    .where(eq(tenants.tenantId, tenantId))
  if (!row) throw new Error('The organization of this session is gone')
  return row
}

const texts = (values: Iterable<string>) => sql`${sql.param([...new Set(values)])}::text[]`

/** The stored projects that the groups may mean, by external id, number or name. */
const selectProjects = (ctx: TenantContext, tx: Tx, groups: readonly ProjectGroup[]): Promise<ProjectRow[]> => {
  const externalIds = groups.flatMap(({ externalId }) => externalId ?? [])
  const numbers = groups.flatMap(({ fields }) => fields.projectNumber || [])
  const names = groups.flatMap(({ externalId, fields }) =>
    externalId || fields.projectNumber ? [] : (fields.projectName?.toLowerCase() ?? []),
  )
  return readTableRows(
    tx,
    projects,
    sql`projects where tenant_id = ${ctx.tenantId} and (external_id = any(${texts(externalIds)})
      or project_number = any(${texts(numbers)}) or lower(project_name) = any(${texts(names)}))`,
  )
}

const listedBy = <T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T[]> => {
  const map = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== null) map.set(key, [...(map.get(key) ?? []), row])
  }
  return map
}

const projectsPerRead = 100

/** Reads what is stored of the projects of a table, in parts, so that others are answered meanwhile. */
export const loadStoredShop = async (ctx: TenantContext, groups: readonly ProjectGroup[]): Promise<StoredShop> => {
  const [found, categoryRows] = await readTenant(ctx, async (tx) => [
    await selectProjects(ctx, tx, groups),
    await tx.select().from(categories).where(eq(categories.tenantId, ctx.tenantId)),
  ])
  const operations = new Map<string, LinkedOperation[]>()
  for (let from = 0; from < found.length; from += projectsPerRead) {
    const ids = found.slice(from, from + projectsPerRead).map(({ projectId }) => projectId)
    const rows = await readTenant(ctx, (tx) => selectOperations(ctx, tx, ids))
    for (const [id, own] of Map.groupBy(rows, ({ row }) => row.projectId)) operations.set(id, own)
    await setImmediate()
  }
  return {
    byExternalId: listedBy(found, ({ externalId }) => externalId),
    byNumber: new Map(found.map((row) => [row.projectNumber, row])),
    byName: listedBy(found, ({ projectName }) => projectName.toLowerCase()),
    operationsOf: (projectId) => operations.get(projectId) ?? [],
    categories: categoryRows,
  }
}
