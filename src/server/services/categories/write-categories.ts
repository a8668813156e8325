import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, max, ne, sql } from 'drizzle-orm'
import { type Category, type CategoryInput, defaultCategoryColor } from '#contract/categories.ts'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { isWorkCenter, staysUsable } from '#domain/categories/category-kind.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { calendarExceptions, holidays } from '../../db/tables/holidays.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { ConflictError, RuleError, ValidationError } from '../../errors.ts'
import { exceptionFields } from '../holidays/calendar-exceptions.ts'
import { holidayFields } from '../holidays/read-holidays.ts'
import { notifyOfOperations } from '../notifications/notify-of-operations.ts'
import { changedStamp, counted, createdStamp, keptStamp, requireVersion, sentFields } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { requireNoOther, requireShift } from '../tenants/require-own.ts'
import { splitMoved } from '../work-time/split-moved.ts'
import {
  categoryFields,
  centerPlanFields,
  countUse,
  lockCategory,
  presentCategory,
  thisCategory,
} from './read-categories.ts'

/** 409 when another work center has this name. */
const requireFreeName = (ctx: TenantContext, tx: Tx, name: string, exceptId?: string): Promise<void> =>
  requireNoOther(tx, categories, {
    where: and(
      eq(categories.tenantId, ctx.tenantId),
      eq(categories.name, name),
      exceptId ? ne(categories.categoryId, exceptId) : undefined,
    ),
    refusal: `A work center with this name already exists: ${name}.`,
  })

/** 422 when a work center with changeovers should run several operations at once. */
export const agreedCapacity = ({
  capacity = 1,
  changeovers = [],
  kind = 'inside',
}: Pick<CategoryInput, 'capacity' | 'changeovers' | 'kind'>): void => {
  if (kind !== 'inside' && changeovers.length > 0) {
    throw new RuleError('Only a work center of the shop has changeovers.')
  }
  if (capacity > 1 && changeovers.length > 0) {
    throw new RuleError('A work center with changeovers runs one operation at a time. Set its parallel capacity to 1.')
  }
}

/** 422 when a work center that gets changeovers has a larger capacity for a time. */
const requireNoMoreUnits = async (
  ctx: TenantContext,
  tx: Tx,
  { categoryId, changeovers }: Pick<Category, 'categoryId' | 'changeovers'>,
): Promise<void> => {
  if (changeovers.length === 0) return
  const more = await tx
    .select({ name: calendarExceptions.name })
    .from(calendarExceptions)
    .where(
      and(
        eq(calendarExceptions.tenantId, ctx.tenantId),
        eq(calendarExceptions.categoryId, categoryId),
        gt(calendarExceptions.units, 1),
      ),
    )
    .limit(1)
  if (more[0]) {
    throw new RuleError(
      `A work center with changeovers runs one operation at a time. Remove the capacity "${more[0].name}" first.`,
    )
  }
}

/** Creates a work center at the end of the list, inside a transaction. 400 (no such shift pattern), 409 (name in use). */
export const createCategoryWithin = async (
  { ctx, tx, record }: Write,
  { input, categoryId = randomUUID() }: { readonly input: CategoryInput; readonly categoryId?: string },
): Promise<Category> => {
  await requireFreeName(ctx, tx, input.name)
  await requireShift(ctx, tx, input.shiftId)
  agreedCapacity(input)
  const [there] = await tx
    .select({ last: max(categories.sequence) })
    .from(categories)
    .where(eq(categories.tenantId, ctx.tenantId))
  const [row] = await tx
    .insert(categories)
    .values({
      tenantId: ctx.tenantId,
      categoryId,
      name: input.name,
      color: input.color ?? defaultCategoryColor,
      capacity: input.capacity ?? 1,
      changeovers: input.changeovers ?? [],
      shiftId: input.shiftId ?? null,
      sequence: input.sequence ?? (there?.last ?? 0) + 10,
      kind: input.kind ?? 'inside',
      supplier: input.supplier ?? '',
      ...createdStamp(ctx),
    })
    .returning()
  if (!row) throw new Error('An insert returned no row')
  record.saved('category', { id: row.categoryId, version: row.version }, null, categoryFields(row))
  return presentCategory(row)
}

/** The same, in its own transaction. */
export const createCategory = (ctx: TenantContext, { input }: { input: CategoryInput }): Promise<Category> =>
  writeTenant(ctx, (write) => createCategoryWithin(write, { input }))

interface ChangeCategoryInput {
  readonly categoryId: string
  readonly input: Partial<CategoryInput>
  readonly expectedVersion: number | null
}

/** 409 when operations use the work center or pool: what they need would no longer be one. */
const requireUnused = async ({ ctx, tx }: Write, { categoryId, name }: { categoryId: string; name: string }) => {
  const used = await countUse(ctx, tx, categoryId)
  if (used === 0) return
  throw new ConflictError(`The kind of ${name} cannot be changed: it is used by ${counted(used, 'operation')}.`)
}

/** Changes the fields of a work center that were sent. 400 (no such shift pattern), 404, 409 (name in use; a pool in use as a work center, or the reverse), 412. */
export const changeCategoryWithin = async (
  write: Write,
  { categoryId, input, expectedVersion }: ChangeCategoryInput,
): Promise<Category> => {
  const { ctx, tx, record } = write
  const before = requireVersion(await lockCategory(ctx, tx, categoryId), expectedVersion)
  if (input.name !== undefined) await requireFreeName(ctx, tx, input.name, categoryId)
  await requireShift(ctx, tx, input.shiftId)
  if (input.kind !== undefined && !staysUsable(before, { kind: input.kind })) await requireUnused(write, before)
  if (input.changeovers !== undefined || input.capacity !== undefined || input.kind !== undefined) {
    const { capacity = before.capacity, changeovers = before.changeovers, kind = before.kind } = input
    agreedCapacity({ capacity, changeovers, kind })
    if (before.changeovers.length === 0) await requireNoMoreUnits(ctx, tx, { categoryId, changeovers })
  }
  const [after] = await tx
    .update(categories)
    .set({ ...sentFields(input), ...changedStamp(ctx, before) })
    .where(thisCategory(ctx, categoryId))
    .returning()
  if (!after) throw new Error('A locked work center vanished')
  const changes = record.saved(
    'category',
    { id: categoryId, version: after.version },
    categoryFields(before),
    categoryFields(after),
  )
  if (changes.some(({ field }) => centerPlanFields.has(field))) {
    record.workingTimeChanged('category', after.name)
  }
  return presentCategory(after)
}

/** The same, in its own transaction. */
export const changeCategory = (ctx: TenantContext, change: ChangeCategoryInput): Promise<Category> =>
  writeTenant(ctx, (write) => changeCategoryWithin(write, change))

/** Puts the work centers into the given order. 400 unless each is named once. */
export const orderCategories = (
  ctx: TenantContext,
  { categoryIds }: { categoryIds: readonly string[] },
): Promise<Category[]> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const rows = await tx
      .select()
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(asc(categories.sequence), asc(categories.name))
      .for('update')
    const known = new Map(rows.map((row) => [row.categoryId, row]))
    if (new Set(categoryIds).size !== rows.length || categoryIds.length !== rows.length) {
      throw new ValidationError([{ path: 'categoryIds', message: 'Name every work center once' }])
    }
    const ordered: Category[] = []
    for (const [index, categoryId] of categoryIds.entries()) {
      const before = known.get(categoryId)
      if (!before) {
        throw new ValidationError([{ path: 'categoryIds', message: 'Not a work center of this organization' }])
      }
      const sequence = (index + 1) * 10
      if (before.sequence === sequence) {
        ordered.push(presentCategory(before))
        continue
      }
      const [after] = await tx
        .update(categories)
        .set({ sequence, ...changedStamp(ctx, before) })
        .where(thisCategory(ctx, categoryId))
        .returning()
      if (!after) throw new Error('A locked work center vanished')
      const item = { id: categoryId, version: after.version }
      record.saved('category', item, categoryFields(before), categoryFields(after))
      ordered.push(presentCategory(after))
    }
    return ordered
  })

interface Reassignment {
  readonly from: { readonly categoryId: string; readonly name: string; readonly kind: CategoryKind }
  readonly toId: string
}

/**
 * Moves every operation of one work center to another, or of one pool to another, with history and notifications. 400 unless
 * `toId` is another one of its kind.
 */
const reassignOperations = async (write: Write, { from, toId }: Reassignment): Promise<void> => {
  const field = isWorkCenter(from) ? 'categoryId' : 'poolId'
  const { ctx, tx, record } = write
  if (toId === from.categoryId) {
    throw new ValidationError([{ path: 'reassignTo', message: 'Choose another work center' }])
  }
  const to = await lockCategory(ctx, tx, toId)
  if (!to || isWorkCenter(to) !== isWorkCenter(from)) {
    const message = `Not a ${isWorkCenter(from) ? 'work center' : 'pool'} of this organization`
    throw new ValidationError([{ path: 'reassignTo', message }])
  }
  const moved = await tx
    .update(operations)
    .set({
      [field]: toId,
      version: sql`${operations.version} + 1`,
      modifiedAt: ctx.app.now(),
      modifiedBy: ctx.userName,
    })
    .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations[field], from.categoryId)))
    .returning()
  const seen = await tx
    .select({ operationId: plannedOperations.operationId, version: plannedOperations.version })
    .from(operationsInForce(ctx.tenantId, 'all'))
    .where(eq(plannedOperations[field], toId))
  const versions = new Map(seen.map(({ operationId, version }) => [operationId, version]))
  for (const { operationId, projectId } of moved) {
    const changes = [{ field, from: from.categoryId, to: toId }]
    record.history({ entity: 'operation', entityId: operationId, projectId, action: 'update', changes })
    record.changed('operations', { id: operationId, version: versions.get(operationId), projectId })
  }
  if (moved.length === 0) return
  await splitMoved(
    write,
    moved.map(({ operationId }) => operationId),
  )
  record.workingTimeChanged('category', from.name)
  await notifyOfOperations(
    write,
    moved.map((row) => ({ before: { row: { ...row, [field]: from.categoryId } }, after: { row } })),
  )
}

interface DeleteCategoryInput {
  readonly categoryId: string
  /** The work center that takes over its operations. */
  readonly reassignTo?: string
}

/**
 * Moves the operations of a work center to `reassignTo`, then deletes the work center with its holidays and exceptions.
 * 409 if operations use it and `reassignTo` is missing, 400 if that is not another work center of the organization.
 */
export const deleteCategoryWithin = async (
  write: Write,
  { categoryId, reassignTo }: DeleteCategoryInput,
): Promise<void> => {
  const { ctx, tx, record } = write
  const before = requireVersion(await lockCategory(ctx, tx, categoryId))
  if (reassignTo !== undefined) await reassignOperations(write, { from: before, toId: reassignTo })
  const used = await countUse(ctx, tx, categoryId)
  if (used > 0) {
    throw new ConflictError(`${before.name} cannot be deleted: it is used by ${counted(used, 'operation')}.`)
  }
  const closed = await tx
    .delete(holidays)
    .where(and(eq(holidays.tenantId, ctx.tenantId), eq(holidays.categoryId, categoryId)))
    .returning()
  const exceptions = await tx
    .delete(calendarExceptions)
    .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.categoryId, categoryId)))
    .returning()
  await tx.delete(categories).where(thisCategory(ctx, categoryId))
  for (const row of closed) {
    record.saved('holiday', { id: row.holidayId }, { ...holidayFields(row), ...keptStamp(row) }, null)
  }
  for (const row of exceptions) {
    record.saved('calendarException', { id: row.exceptionId }, { ...exceptionFields(row), ...keptStamp(row) }, null)
  }
  record.saved('category', { id: categoryId }, { ...categoryFields(before), ...keptStamp(before) }, null)
}

/** The same, in its own transaction. */
export const deleteCategory = (ctx: TenantContext, input: DeleteCategoryInput): Promise<void> =>
  writeTenant(ctx, (write) => deleteCategoryWithin(write, input))
