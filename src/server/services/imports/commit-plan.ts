import { setImmediate } from 'node:timers/promises'
import { categorySwatches } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import { preferGenericPlans } from '../../db/generic-plans.ts'
import { ConflictError } from '../../errors.ts'
import { createCategoryWithin } from '../categories/write-categories.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { removeUnlinked } from '../operations/remove-operation.ts'
import { type OperationWrite, operationLine, storeOperations } from '../operations/store-operations.ts'
import { nextProjectNumber } from '../projects/project-number.ts'
import { type ProjectWrite, storeProjects } from '../projects/store-projects.ts'
import { dropStaged, stageHistory } from '../records/store-history.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { type PlannedCalendar, storeCalendars } from './plan-calendars.ts'
import { selectImportTenant } from './stored-shop.ts'
import type { NewCategory } from './work-center-names.ts'

/** What an import stores. */
export interface ImportWrites {
  readonly categories: readonly NewCategory[]
  readonly calendars: readonly PlannedCalendar[]
  readonly projects: readonly ProjectWrite[]
  /** Project by project. */
  readonly operations: readonly (readonly OperationWrite[])[]
  /** Operations to remove. After `operations` are stored, no other one waits for them. */
  readonly removed: readonly LinkedOperation[]
}

/** Operations are stored in parts of whole projects, because their dependencies stay inside a project. */
const operationsAtOnce = 1_000

/** Stores everything that an import changes. */
export const storeAll = async (write: Write, writes: ImportWrites): Promise<void> => {
  const { categories, projects, operations, calendars, removed } = writes
  await preferGenericPlans(write.tx)
  await storeCalendars(write, calendars)
  for (const [index, { categoryId, name, kind }] of categories.entries()) {
    const color = categorySwatches[index % categorySwatches.length]
    await createCategoryWithin(write, { categoryId, input: { name, kind, ...(color && { color }) } })
  }
  const numbered = []
  for (const { before, after } of projects) {
    const projectNumber = after.projectNumber || (await nextProjectNumber(write.ctx, write.tx))
    numbered.push({ before, after: { ...after, projectNumber } })
  }
  await storeProjects(write, numbered)
  let part: OperationWrite[] = []
  const store = async () => {
    await storeOperations(write, part)
    part = []
    await setImmediate()
  }
  for (const ofProject of operations) {
    part = [...part, ...ofProject]
    if (part.length >= operationsAtOnce) await store()
  }
  if (part.length > 0) await store()
  await removeUnlinked(write, removed)
}

/** A plan that holds for one state of the shop. */
interface HeldPlan {
  readonly changeNumber: number
  readonly writes: ImportWrites
}

const mostTries = 3

/**
 * Stores a plan in one transaction. It is planned before the transaction, which others wait for, and again when the shop changed
 * meanwhile. Returns the stored plan. 409 when the shop changes again and again.
 */
export const commitPlan = async <P extends HeldPlan>(
  ctx: TenantContext,
  { plan, store }: { readonly plan: () => Promise<P>; readonly store: (write: Write, plan: P) => Promise<void> },
): Promise<P> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const planned = await plan()
    const staged = await stageHistory(
      ctx,
      planned.writes.operations.flat().flatMap((one) => operationLine(one) ?? []),
    )
    try {
      const isDone = await writeTenant(ctx, async (write) => {
        const { changeNumber } = await selectImportTenant(write.tx, ctx.tenantId)
        if (changeNumber !== planned.changeNumber) return false
        if (staged) write.record.stagedHistory(staged)
        await store(write, planned)
        return true
      })
      if (isDone) return planned
    } finally {
      await dropStaged(ctx, staged)
    }
  }
  throw new ConflictError('Others are changing the same projects. Try again in a moment.')
}
