import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { categorySwatches } from '#contract/categories.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  type commitImport as commitCall,
  type ImportCommit,
  type ImportField,
  type ImportPreview,
  type ImportTable,
  mostCellProblems,
  type RowAction,
} from '#contract/imports.ts'
import { headerKey } from '#domain/import/guess-columns.ts'
import type { TenantContext } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { createCategoryWithin } from '../categories/write-categories.ts'
import { storeOperations } from '../operations/store-operations.ts'
import { nextProjectNumber } from '../projects/project-number.ts'
import { storeProjects } from '../projects/store-projects.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { PlannedOperation } from './plan-operations.ts'
import { selectImportTenant } from './stored-shop.ts'

const letters = { create: 'c', update: 'u', unchanged: 'n', skip: 's', failed: 'f' } as const

const madeAndChanged = (writes: readonly { readonly before: unknown }[]) => {
  const create = writes.filter(({ before }) => before === null).length
  return { create, update: writes.length - create }
}

const countsOf = (actions: readonly RowAction[]): Record<RowAction, number> => {
  const counts = { create: 0, update: 0, unchanged: 0, skip: 0, failed: 0 }
  for (const action of actions) counts[action] += 1
  return counts
}

const figuresOf = ({ actions, projects, operations, categories }: ImportPlan) => ({
  counts: countsOf(actions),
  projects: madeAndChanged(projects),
  operations: madeAndChanged(operations.flat()),
  workCenters: categories.map(({ name }) => name),
})

/** What an import of the table would do. Stores nothing. */
export const previewImport = async (
  ctx: TenantContext,
  { table }: { readonly table: ImportTable },
): Promise<ImportPreview> => {
  const plan = await planImport(ctx, table)
  return {
    ...figuresOf(plan),
    actions: plan.actions.map((action) => letters[action]).join(''),
    problems: plan.problems.slice(0, mostCellProblems),
    problemCount: plan.problems.length,
    changed: plan.changed.slice(0, mostCellProblems),
    notes: [...plan.notes],
    seen: plan.seen,
  }
}

/** Operations are stored in parts of whole projects, because their dependencies stay inside a project. */
const operationsAtOnce = 1_000

const storeAll = async (write: Write, { categories, projects, operations }: ImportPlan): Promise<void> => {
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
  let part: PlannedOperation[] = []
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
}

const mostRemembered = 300

/** Remembers for the next file what the columns of this one hold. */
const rememberColumns = async ({ ctx, tx }: Write, { header, columns }: ImportTable): Promise<void> => {
  const mine = eq(tenants.tenantId, ctx.tenantId)
  const [row] = await tx.select({ known: tenants.importColumns }).from(tenants).where(mine)
  const now = new Map<string, ImportField | null>(Object.entries(row?.known ?? {}))
  for (const [column, title] of header.entries()) {
    const key = headerKey(title)
    now.delete(key)
    if (key !== '') now.set(key, columns[column] ?? null)
  }
  const importColumns = Object.fromEntries([...now].slice(-mostRemembered))
  await tx.update(tenants).set({ importColumns }).where(mine)
}

const mostTries = 3

/**
 * Imports the table in one transaction and one change set, with `import` as the source in history. It is planned before the
 * transaction, which others wait for, and again when the shop changed meanwhile.
 */
export const commitImport = async (
  ctx: TenantContext,
  { input }: { readonly input: ImportCommit },
): Promise<ResponseOf<typeof commitCall>> => {
  const importing: TenantContext = { ...ctx, source: 'import' }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const plan = await planImport(importing, input)
    const figures = figuresOf(plan)
    if (plan.seen !== input.seen) {
      throw new ConflictError('Something changed since this was checked. Look at the rows again.')
    }
    if (figures.counts.failed > 0 && !input.leavesOutFailed) {
      throw new RuleError('Some rows have errors. Correct them, or leave them out.')
    }
    if (figures.counts.create + figures.counts.update === 0) throw new RuleError('There is nothing to import.')
    const isDone = await writeTenant(importing, async (write) => {
      await lockTenant(importing, write.tx)
      const { changeNumber } = await selectImportTenant(write.tx, ctx.tenantId)
      if (changeNumber !== plan.changeNumber) return false
      await storeAll(write, plan)
      await rememberColumns(write, input)
      return true
    })
    if (isDone) return figures
  }
  throw new ConflictError('Others are changing the same projects. Try again in a moment.')
}
