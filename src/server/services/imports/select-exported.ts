import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { OperationSelection } from '../operation-lists/operation-query.ts'
import { readWindow } from '../operation-lists/operation-window.ts'
import { querySelection } from '../operation-lists/select-operations-list.ts'
import type { ExportSelection } from './export-projects.ts'

/** The operations of a list, and their projects in the order in which the list has them first. */
export const selectExported = (ctx: TenantContext, selection: OperationSelection): Promise<ExportSelection> =>
  querySelection(ctx, selection, async (tx, facts) => {
    const ids = await readWindow(tx, selection, facts, { offset: 0, limit: null })
    const { rows } = await tx.execute<{ id: string; projectId: string }>(sql`
      select operation_id as id, project_id as "projectId" from operations
      where tenant_id = ${ctx.tenantId} and operation_id = any(${sql.param([...ids])}::uuid[])`)
    const projectOf = new Map(rows.map(({ id, projectId }) => [id, projectId]))
    return { projectIds: [...new Set(ids.flatMap((id) => projectOf.get(id) ?? []))], operationIds: new Set(ids) }
  })
