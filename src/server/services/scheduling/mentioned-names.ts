import { and, eq, inArray } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'

/** Records that factors, warnings and reasons may mention. */
interface Mention {
  readonly operationId?: string | null
  readonly categoryId?: string | null
  readonly operationIds?: readonly string[]
}

const present = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.filter((id) => id != null))]

/** Names of mentioned records by id. Names of operations start with the number of their project: '#1037 Paint topcoat'. */
export const mentionedNames = async (
  ctx: TenantContext,
  tx: Tx,
  said: readonly object[],
): Promise<Record<string, string>> => {
  const mentions = said.map((each): Mention => ({ ...each }))
  const operationIds = present(
    mentions.flatMap(({ operationId, operationIds: several }) => [operationId, ...(several ?? [])]),
  )
  const categoryIds = present(mentions.map(({ categoryId }) => categoryId))
  const names: Record<string, string> = {}
  if (operationIds.length > 0) {
    const rows = await tx
      .select({ id: operations.operationId, name: operations.name, number: projects.projectNumber })
      .from(operations)
      .innerJoin(
        projects,
        and(eq(projects.tenantId, operations.tenantId), eq(projects.projectId, operations.projectId)),
      )
      .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, operationIds)))
    for (const { id, name, number } of rows) names[id] = `#${number} ${name}`
  }
  if (categoryIds.length > 0) {
    const rows = await tx
      .select({ id: categories.categoryId, name: categories.name })
      .from(categories)
      .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, categoryIds)))
    for (const { id, name } of rows) names[id] = name
  }
  return names
}
