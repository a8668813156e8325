import { and, eq, inArray, sql } from 'drizzle-orm'
import type { NotificationCause } from '#contract/notifications.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql } from '../../db/operations-in-force.ts'
import { categories } from '../../db/tables/categories.table.ts'
import type { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { Write } from '../records/write-tenant.ts'

type OperationRow = typeof operations.$inferSelect

/** The relevant fields of an operation before (null = it is new) and after a change. */
interface OperationChange {
  readonly before: { readonly row: OperationRow } | null
  readonly after: { readonly row: OperationRow }
}

type Cause = Extract<NotificationCause, { code: 'operationAssigned' | 'operationUnblocked' }>
type Unnamed<C> = C extends Cause ? Omit<C, 'projectNumber' | 'projectName'> : never

const idList = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`
const idsOf = (changed: readonly { readonly after: OperationRow }[]) => changed.map(({ after }) => after.operationId)

const named = ({ projectId, operationId, name }: Pick<OperationRow, 'projectId' | 'operationId' | 'name'>) => ({
  projectId,
  operationId,
  operationName: name,
})

/** The operations that can now start, among the released ones and the successors of completed ones. */
const selectUnblocked = async (
  ctx: TenantContext,
  tx: Tx,
  released: readonly string[],
  completed: readonly string[],
) => {
  if (released.length + completed.length === 0) return []
  const behind = sql`select operation_id from operation_dependencies
    where tenant_id = ${ctx.tenantId} and predecessor_id = any(${idList(completed)})`
  const { rows } = await tx.execute<{ projectId: string; operationId: string; name: string }>(sql`
    select o.project_id as "projectId", o.operation_id as "operationId", o.name from operations o
    where o.tenant_id = ${ctx.tenantId} and (o.operation_id = any(${idList(released)}) or o.operation_id in (${behind}))
      and o.status in ('Pending', 'In Progress') and not o.on_hold
      and not exists (
        select from operation_dependencies w
        join operations p on p.tenant_id = w.tenant_id and p.operation_id = w.predecessor_id
        where w.tenant_id = o.tenant_id and w.operation_id = o.operation_id and not ${isCompletedSql('p')})
    order by o.sequence`)
  return rows
}

const selectCategoryNames = async (ctx: TenantContext, tx: Tx, rows: readonly OperationRow[]) => {
  const ids = [...new Set(rows.flatMap(({ categoryId }) => categoryId ?? []))]
  if (ids.length === 0) return new Map<string, string>()
  const found = await tx
    .select({ id: categories.categoryId, name: categories.name })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, ids)))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * Notifies the people of a project about operations that moved to another work center, and about operations that can start
 * now, because they were released from hold or their last predecessor is completed.
 */
export const notifyOfOperations = async (write: Write, changes: readonly OperationChange[]): Promise<void> => {
  const { ctx, tx, record } = write
  const changed = changes.flatMap(({ before, after }) => (before ? [{ before: before.row, after: after.row }] : []))
  const assigned = changed.filter(({ before, after }) => before.categoryId !== after.categoryId)
  const released = idsOf(changed.filter(({ before, after }) => before.onHold && !after.onHold))
  const completed = idsOf(
    changed.filter(({ before, after }) => before.status !== 'Completed' && after.status === 'Completed'),
  )
  for (const id of idsOf(changed.filter(({ before, after }) => !before.onHold && after.onHold))) {
    record.withdraw({ key: `operationUnblocked:${id}` })
  }
  const unblocked = await selectUnblocked(ctx, tx, released, completed)
  const names = await selectCategoryNames(
    ctx,
    tx,
    assigned.map(({ after }) => after),
  )
  const causes: Unnamed<Cause>[] = [
    ...assigned.map(({ after }) => ({
      code: 'operationAssigned' as const,
      ...named(after),
      categoryName: names.get(after.categoryId ?? '') ?? null,
      by: ctx.userName,
    })),
    ...unblocked.map((operation) => ({
      code: 'operationUnblocked' as const,
      ...named(operation),
      because: released.includes(operation.operationId) ? ('released' as const) : ('predecessorsDone' as const),
    })),
  ]
  if (causes.length === 0) return
  const found = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      projectName: projects.projectName,
    })
    .from(projects)
    .where(
      and(
        eq(projects.tenantId, ctx.tenantId),
        inArray(projects.projectId, [...new Set(causes.map(({ projectId }) => projectId))]),
      ),
    )
  const projectOf = new Map(found.map((project) => [project.projectId, project]))
  for (const cause of causes) {
    const { projectId, operationId } = cause
    const project = projectOf.get(projectId)
    if (!project) continue
    record.notify({
      to: { workedOn: [projectId] },
      cause: { ...cause, ...project } as Cause,
      subject: { kind: 'operation', projectId, operationId },
      key: `${cause.code}:${operationId}`,
    })
  }
}
