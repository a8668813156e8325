import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, ne } from 'drizzle-orm'
import type { Operation } from '#contract/operations.ts'
import type { RoutingTemplate } from '#contract/routing-templates.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { type RepeatedOperation, repeatable, repeatOperations } from '#domain/operations/repeat-operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { routingTemplates } from '../../db/tables/routing-templates.table.ts'
import { RuleError } from '../../errors.ts'
import { lockProject } from '../operations/lock-project.ts'
import { presentOperation } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { addOperationsWithin } from '../operations/write-operations.ts'
import { changedStamp, createdStamp, diffFields, presentStamp, requireVersion } from '../records/record-fields.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { requireNoOther } from '../tenants/require-own.ts'

type TemplateRow = typeof routingTemplates.$inferSelect

const mostTemplates = 200

const presentTemplate = (row: TemplateRow): RoutingTemplate => ({
  templateId: row.templateId,
  name: row.name,
  operations: row.operations.map(({ sequence: _, alternatives, dependencies, ...operation }) => ({
    ...operation,
    alternatives: [...alternatives],
    dependencies: [...dependencies],
    countsPieces: operation.hoursPerPiece !== null,
  })),
  ...presentStamp(row),
})

/** The fields of a template in history. */
const templateFields = ({ name, operations }: TemplateRow) => ({ name, operationCount: operations.length })

const thisTemplate = (ctx: TenantContext, templateId: string) =>
  and(eq(routingTemplates.tenantId, ctx.tenantId), eq(routingTemplates.templateId, templateId))

/** A template, locked. 404, 412 if it is not the expected version. */
const lockTemplate = async (
  ctx: TenantContext,
  tx: Tx,
  templateId: string,
  expectedVersion: number | null = null,
): Promise<TemplateRow> => {
  const [row] = await tx.select().from(routingTemplates).where(thisTemplate(ctx, templateId)).for('update')
  return requireVersion(row, expectedVersion)
}

/** 409 when another template has this name. */
const requireFreeName = (ctx: TenantContext, tx: Tx, { templateId, name }: TemplateRow): Promise<void> =>
  requireNoOther(tx, routingTemplates, {
    where: and(
      eq(routingTemplates.tenantId, ctx.tenantId),
      eq(routingTemplates.name, name),
      ne(routingTemplates.templateId, templateId),
    ),
    refusal: `A routing template with this name already exists: ${name}.`,
  })

/** The templates of the organization, by name. */
export const listRoutingTemplates = (ctx: TenantContext): Promise<RoutingTemplate[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(routingTemplates)
      .where(eq(routingTemplates.tenantId, ctx.tenantId))
      .orderBy(asc(routingTemplates.name), asc(routingTemplates.templateId))
    return rows.map(presentTemplate)
  })

/**
 * Saves the operations of a project as a template. 404, 409 (name in use), 422 (no operations, or too many templates).
 */
export const createRoutingTemplate = (
  ctx: TenantContext,
  { name, projectId }: { readonly name: string; readonly projectId: string },
): Promise<RoutingTemplate> =>
  writeTenant(ctx, async ({ tx, record }) => {
    await lockProject(ctx, tx, projectId)
    const found = await selectOperations(ctx, tx, [projectId])
    if (found.length === 0) throw new RuleError('A project without operations has no routing to keep.')
    const [present] = await tx
      .select({ templates: count() })
      .from(routingTemplates)
      .where(eq(routingTemplates.tenantId, ctx.tenantId))
    if ((present?.templates ?? 0) >= mostTemplates) {
      throw new RuleError(`An organization keeps at most ${mostTemplates} routing templates.`)
    }
    const row: TemplateRow = {
      tenantId: ctx.tenantId,
      templateId: randomUUID(),
      name,
      operations: found.map((operation) => repeatable(presentOperation(operation))),
      ...createdStamp(ctx),
    }
    await requireFreeName(ctx, tx, row)
    await tx.insert(routingTemplates).values(row)
    record.history({
      entity: 'routingTemplate',
      entityId: row.templateId,
      action: 'create',
      changes: diffFields(null, templateFields(row)),
    })
    record.changed('routingTemplates')
    return presentTemplate(row)
  })

interface Renamed {
  readonly templateId: string
  readonly name: string
  readonly expectedVersion: number | null
}

/** Renames a template. 404, 409 (name in use), 412. */
export const renameRoutingTemplate = (
  ctx: TenantContext,
  { templateId, name, expectedVersion }: Renamed,
): Promise<RoutingTemplate> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const before = await lockTemplate(ctx, tx, templateId, expectedVersion)
    const after: TemplateRow = { ...before, name, ...changedStamp(ctx, before) }
    await requireFreeName(ctx, tx, after)
    await tx.update(routingTemplates).set(after).where(thisTemplate(ctx, templateId))
    const changes = diffFields(templateFields(before), templateFields(after))
    if (changes.length > 0) {
      record.history({ entity: 'routingTemplate', entityId: templateId, action: 'update', changes })
    }
    record.changed('routingTemplates')
    return presentTemplate(after)
  })

/** Deletes a template; the operations that were made from it stay. 404. */
export const deleteRoutingTemplate = (ctx: TenantContext, { templateId }: { readonly templateId: string }) =>
  writeTenant(ctx, async ({ tx, record }): Promise<void> => {
    const before = await lockTemplate(ctx, tx, templateId)
    await tx.delete(routingTemplates).where(thisTemplate(ctx, templateId))
    record.history({
      entity: 'routingTemplate',
      entityId: templateId,
      action: 'delete',
      changes: diffFields(templateFields(before), null),
    })
    record.changed('routingTemplates')
  })

/** The operations without work centers and pools that the organization no longer has. */
const withKnownCenters = async (
  ctx: TenantContext,
  tx: Tx,
  operations: readonly RepeatedOperation[],
): Promise<RepeatedOperation[]> => {
  const rows = await tx
    .select({ categoryId: categories.categoryId, kind: categories.kind })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
  const idsOf = (centers: boolean) =>
    new Set(rows.filter((row) => isWorkCenter(row) === centers).map(({ categoryId }) => categoryId))
  const [centers, pools] = [idsOf(true), idsOf(false)]
  return operations.map((operation) => {
    const categoryId = centers.has(operation.categoryId ?? '') ? operation.categoryId : null
    return {
      ...operation,
      categoryId,
      categoryFixed: categoryId !== null && operation.categoryFixed,
      poolId: pools.has(operation.poolId ?? '') ? operation.poolId : null,
      alternatives: categoryId === null ? [] : operation.alternatives.filter((other) => centers.has(other.categoryId)),
    }
  })
}

interface AddedTemplate {
  readonly templateId: string
  readonly projectId: string
  readonly quantity?: number | undefined
}

/** Appends the operations of a template to a project as one change set. 404, 422 (too many operations or hours). */
export const addRoutingTemplate = (
  ctx: TenantContext,
  { templateId, projectId, quantity }: AddedTemplate,
): Promise<Operation[]> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const template = await lockTemplate(ctx, tx, templateId)
    const operations = await withKnownCenters(ctx, tx, template.operations)
    const edits = repeatOperations(operations, quantity, randomUUID).map(({ operationId, input }) => {
      const { sequence: _, ...rest } = input
      return { operationId, input: rest }
    })
    return (await addOperationsWithin(write, { projectId, edits })).map(presentOperation)
  })
