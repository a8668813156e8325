import { eq } from 'drizzle-orm'
import { type CategoryInput, categorySwatches } from '#contract/categories.ts'
import type { SettingsField } from '#contract/imports.ts'
import { staysUsable } from '#domain/categories/category-kind.ts'
import type { SettingsRow } from '#domain/import/read-settings.ts'
import { categories } from '../../../db/tables/categories.table.ts'
import { shifts } from '../../../db/tables/shifts.table.ts'
import { AppError } from '../../../errors.ts'
import { countUse } from '../../categories/read-categories.ts'
import { agreedCapacity, changeCategoryWithin, createCategoryWithin } from '../../categories/write-categories.ts'
import { counted } from '../../records/record-fields.ts'
import type { PlanScope, SettingsWrite } from './plan-settings.ts'

type CategoryRow = typeof categories.$inferSelect

const fieldOf: Readonly<Record<string, SettingsField>> = {
  name: 'centerName',
  kind: 'centerKind',
  capacity: 'capacity',
  shiftId: 'centerShift',
  color: 'color',
  supplier: 'supplier',
}

interface Refusal {
  readonly field: SettingsField
  readonly message: string
}

/** The fields of a row, with the id of its shift pattern. */
const inputOf = ({ values }: SettingsRow, shiftIds: ReadonlyMap<string, string>): Partial<CategoryInput> | Refusal => {
  const { centerKind, capacity, color, supplier, centerShift } = values as {
    centerKind?: CategoryInput['kind']
    capacity?: number
    color?: string
    supplier?: string
    centerShift?: string | null
  }
  const shiftId = typeof centerShift === 'string' ? shiftIds.get(centerShift.toLowerCase()) : centerShift
  if (typeof centerShift === 'string' && shiftId === undefined) {
    return { field: 'centerShift', message: `There is no shift pattern "${centerShift}"` }
  }
  const sent = { kind: centerKind, capacity, color, supplier, shiftId }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** Why the work center cannot be changed in this way; null = it can. */
const refusalOf = async (
  { ctx, tx }: Pick<PlanScope, 'ctx' | 'tx'>,
  before: CategoryRow | null,
  input: Partial<CategoryInput>,
): Promise<Refusal | null> => {
  const { capacity = 1, changeovers = [], kind = 'inside' } = { ...before, ...input }
  try {
    agreedCapacity({ capacity, changeovers, kind })
  } catch (error) {
    if (error instanceof AppError) return { field: 'capacity', message: error.message }
    throw error
  }
  if (!before || input.kind === undefined || staysUsable(before, { kind: input.kind })) return null
  const used = await countUse(ctx, tx, before.categoryId)
  if (used === 0) return null
  return { field: 'centerKind', message: `The kind cannot be changed: it is used by ${counted(used, 'operation')}` }
}

const changesOf = (before: CategoryRow, input: Partial<CategoryInput>): Partial<CategoryInput> =>
  Object.fromEntries(Object.entries(input).filter(([field, value]) => before[field as keyof CategoryRow] !== value))

/** Work centers and pools, found by name. */
export const planCenters = async ({ ctx, tx, read, outcomes }: PlanScope): Promise<SettingsWrite[]> => {
  const stored = await tx.select().from(categories).where(eq(categories.tenantId, ctx.tenantId))
  const patterns = await tx
    .select({ shiftId: shifts.shiftId, name: shifts.name })
    .from(shifts)
    .where(eq(shifts.tenantId, ctx.tenantId))
  const byName = new Map(stored.map((row) => [row.name.toLowerCase(), row]))
  const shiftIds = new Map(patterns.map(({ shiftId, name }) => [name.toLowerCase(), shiftId]))
  const rowOf = new Map<string, number>()
  const writes: SettingsWrite[] = []
  for (const one of read.rows) {
    const { row, isEmpty, values } = one
    const name = values.centerName as string | undefined
    if (isEmpty || outcomes.hasFailed(row)) continue
    if (name === undefined) {
      outcomes.fail({ row, field: 'centerName', message: 'Name the work center' })
      continue
    }
    const key = name.toLowerCase()
    const twin = rowOf.get(key)
    if (twin !== undefined) {
      outcomes.fail({ row, field: 'centerName', message: `The same work center as row ${twin + 1}` })
      continue
    }
    rowOf.set(key, row)
    const before = byName.get(key) ?? null
    const input = inputOf(one, shiftIds)
    const refusal = 'field' in input ? input : await refusalOf({ ctx, tx }, before, input)
    if (refusal || 'field' in input) {
      if (refusal) outcomes.fail({ row, ...refusal })
      continue
    }
    const swatch = categorySwatches[(stored.length + writes.length) % categorySwatches.length]
    if (!before) {
      outcomes.mark(row, 'create')
      const made = { ...(swatch && { color: swatch }), ...input, name }
      writes.push({ id: null, store: async (write) => void (await createCategoryWithin(write, { input: made })) })
      continue
    }
    const changes = changesOf(before, input)
    outcomes.mark(row, Object.keys(changes).length > 0 ? 'update' : 'unchanged')
    if (Object.keys(changes).length === 0) continue
    outcomes.markCells(
      row,
      Object.keys(changes).map((field) => fieldOf[field]),
    )
    const { categoryId, version } = before
    const change = { categoryId, input: changes, expectedVersion: version }
    writes.push({ id: categoryId, store: async (write) => void (await changeCategoryWithin(write, change)) })
  }
  return writes
}
