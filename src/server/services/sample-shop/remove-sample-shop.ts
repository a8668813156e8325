import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { deleteSampleShop, SampleKept } from '#contract/sample-shop.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import type { SampleShop } from '../../db/tables/tenants.table.ts'
import { RuleError } from '../../errors.ts'
import { deleteCategoryWithin } from '../categories/write-categories.ts'
import { removeOperationWithin } from '../operations/remove-operation.ts'
import { deleteProjectWithin } from '../projects/write-projects.ts'
import { requireVersion } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { shiftUse } from '../shifts/read-shifts.ts'
import { deleteShiftWithin } from '../shifts/write-shifts.ts'
import { lockSettings, storeSettings } from '../tenants/settings.ts'

/** Removes the projects. One with operations that people have added stays with those alone. */
const removeProjects = async (write: Write, { projectIds, operationIds }: SampleShop): Promise<SampleKept[]> => {
  const { ctx, tx } = write
  const found = await tx
    .select({ projectId: projects.projectId, name: projects.projectName })
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, [...projectIds])))
  const stored = await tx
    .select({ projectId: operations.projectId, operationId: operations.operationId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.projectId, [...projectIds])))
  const sample = new Set(operationIds)
  const kept: SampleKept[] = []
  for (const { projectId, name } of found) {
    const inside = stored.filter((operation) => operation.projectId === projectId)
    const own = inside.filter(({ operationId }) => !sample.has(operationId)).length
    if (own === 0) {
      await deleteProjectWithin(write, { projectId })
      continue
    }
    for (const { operationId } of inside) {
      if (sample.has(operationId)) await removeOperationWithin(write, { projectId, operationId })
    }
    kept.push({ entity: 'project', name, operations: own })
  }
  return kept
}

/** The operations that use a work center, or may run there instead. */
const countUsers = ({ ctx, tx }: Write, categoryId: string): Promise<number> =>
  tx.$count(
    operations,
    and(
      eq(operations.tenantId, ctx.tenantId),
      or(
        eq(operations.categoryId, categoryId),
        eq(operations.poolId, categoryId),
        sql`${operations.alternatives} @> ${JSON.stringify([{ categoryId }])}::jsonb`,
      ),
    ),
  )

/** Removes the work centers that no operation uses any more. */
const removeCenters = async (write: Write, { categoryIds }: SampleShop): Promise<SampleKept[]> => {
  const { ctx, tx } = write
  const found = await tx
    .select({ categoryId: categories.categoryId, name: categories.name })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, [...categoryIds])))
  const kept: SampleKept[] = []
  for (const { categoryId, name } of found) {
    const used = await countUsers(write, categoryId)
    if (used > 0) kept.push({ entity: 'category', name, operations: used })
    else await deleteCategoryWithin(write, { categoryId })
  }
  return kept
}

/**
 * Removes the shift pattern, unless work centers name it, or it is the default of an organization with own projects or work centers:
 * these would then be planned around the clock.
 */
const removeShifts = async (write: Write, { shiftIds }: SampleShop): Promise<SampleKept[]> => {
  const { ctx, tx } = write
  const found = await tx
    .select({ shiftId: shifts.shiftId, name: shifts.name })
    .from(shifts)
    .where(and(eq(shifts.tenantId, ctx.tenantId), inArray(shifts.shiftId, [...shiftIds])))
  const ownWork =
    (await tx.$count(projects, eq(projects.tenantId, ctx.tenantId))) +
    (await tx.$count(categories, eq(categories.tenantId, ctx.tenantId)))
  const kept: SampleKept[] = []
  for (const { shiftId, name } of found) {
    const { workCenters, isDefault } = await shiftUse(ctx, tx, shiftId)
    if (workCenters > 0 || (isDefault && ownWork > 0)) {
      kept.push({ entity: 'shift', name })
      continue
    }
    if (isDefault) await storeSettings(write, requireVersion(await lockSettings(ctx, tx)), { defaultShiftId: null })
    await deleteShiftWithin(write, { shiftId })
  }
  return kept
}

/**
 * Removes what the sample shop added, as one change set, also where people have changed it. What they added stays, with the work
 * center, project and shift pattern that it needs; the answer names these. 422 when the organization holds none.
 */
export const removeSampleShop = (ctx: TenantContext): Promise<ResponseOf<typeof deleteSampleShop>> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const { sampleShop } = requireVersion(await lockSettings(ctx, tx))
    if (!sampleShop) throw new RuleError('This organization holds no sample shop.')
    const kept = [
      ...(await removeProjects(write, sampleShop)),
      ...(await removeCenters(write, sampleShop)),
      ...(await removeShifts(write, sampleShop)),
    ]
    await storeSettings(write, requireVersion(await lockSettings(ctx, tx)), { sampleShop: null })
    return { kept }
  })
