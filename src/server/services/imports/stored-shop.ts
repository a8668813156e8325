import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { ProjectGroup } from '#domain/import/group-rows.ts'
import { nameKey, storedForms, TextMap, textKey } from '#domain/import/text-key.ts'
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

/** Finds by text, whatever its form of Unicode. */
interface Lookup<V> {
  readonly get: (text: string) => V | undefined
}

/** An external id without the suffix that keeps projects from different plans apart. */
export const idOfPlan = (externalId: string): string => externalId.replace(/ \(\d+\)$/, '')

/** The stored records of the projects in a table. */
export interface StoredShop {
  readonly byExternalId: Lookup<readonly ProjectRow[]>
  readonly byNumber: Lookup<ProjectRow>
  /** Without regard to case. */
  readonly byName: Lookup<readonly ProjectRow[]>
  /** Projects that came from plans with the same id: `idOfPlan`. */
  readonly byPlanId: Lookup<readonly ProjectRow[]>
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

/** An array of texts, each in every form in which it may be stored. */
const texts = (values: readonly string[]) => sql`${sql.param([...new Set(values.flatMap(storedForms))])}::text[]`

/** The stored projects that the groups may mean, by external id, number or name. */
const selectProjects = (
  ctx: TenantContext,
  tx: Tx,
  { groups, isPlan }: { readonly groups: readonly ProjectGroup[]; readonly isPlan: boolean },
): Promise<ProjectRow[]> => {
  const externalIds = groups.flatMap(({ externalId }) => externalId ?? [])
  const numbers = groups.flatMap(({ fields }) => fields.projectNumber || [])
  const names = groups.flatMap(({ externalId, fields }) =>
    externalId || fields.projectNumber ? [] : (fields.projectName ?? []),
  )
  const ofPlans = isPlan
    ? sql`or regexp_replace(external_id, ' \\(\\d+\\)$', '') = any(${texts(externalIds.map(idOfPlan))})`
    : sql``
  return readTableRows(
    tx,
    projects,
    sql`projects where tenant_id = ${ctx.tenantId} and (external_id = any(${texts(externalIds)}) ${ofPlans}
      or project_number = any(${texts(numbers)}) or project_name = any(${texts(names)})
      or lower(project_name) = any(${texts(names.map((name) => name.toLowerCase()))}))`,
  )
}

const listedBy = (
  rows: readonly ProjectRow[],
  keyOf: (row: ProjectRow) => string | null,
  sameAs = textKey,
): TextMap<ProjectRow[]> => {
  const lists = new Map<string, ProjectRow[]>()
  for (const row of rows) {
    const text = keyOf(row)
    if (text === null) continue
    const key = sameAs(text)
    lists.set(key, [...(lists.get(key) ?? []), row])
  }
  return new TextMap(lists, sameAs)
}

const projectsPerRead = 100

/** Reads what is stored of the projects of a table, in parts, so that others are answered meanwhile. */
export const loadStoredShop = async (
  ctx: TenantContext,
  wanted: { readonly groups: readonly ProjectGroup[]; readonly isPlan: boolean },
): Promise<StoredShop> => {
  const [found, categoryRows] = await readTenant(ctx, async (tx) => [
    await selectProjects(ctx, tx, wanted),
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
    byNumber: new TextMap(found.map((row) => [row.projectNumber, row])),
    byName: listedBy(found, ({ projectName }) => projectName, nameKey),
    byPlanId: listedBy(found, ({ externalId }) => externalId && idOfPlan(externalId)),
    operationsOf: (projectId) => operations.get(projectId) ?? [],
    categories: categoryRows,
  }
}
