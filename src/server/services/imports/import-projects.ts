import { setImmediate } from 'node:timers/promises'
import { categorySwatches } from '#contract/categories.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { commitImport as commitCall, ImportCommit, ImportPreview, ImportTable } from '#contract/imports.ts'
import type { TenantContext } from '../../context.ts'
import { preferGenericPlans } from '../../db/generic-plans.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { createCategoryWithin } from '../categories/write-categories.ts'
import { operationLine, storeOperations } from '../operations/store-operations.ts'
import { nextProjectNumber } from '../projects/project-number.ts'
import { storeProjects } from '../projects/store-projects.ts'
import { dropStaged, stageHistory } from '../records/store-history.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { storeCalendars } from './plan-calendars.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { PlannedOperation } from './plan-operations.ts'
import { rememberColumns } from './remember-columns.ts'
import { countsOf, presentRows } from './row-outcomes.ts'
import { selectImportTenant } from './stored-shop.ts'

const madeAndChanged = (writes: readonly { readonly before: unknown }[]) => {
  const create = writes.filter(({ before }) => before === null).length
  return { create, update: writes.length - create }
}

const figuresOf = ({ actions, projects, operations, categories, calendars }: ImportPlan) => ({
  counts: countsOf(actions),
  projects: madeAndChanged(projects),
  operations: madeAndChanged(operations.flat()),
  workCenters: categories.map(({ name }) => name),
  calendars: calendars.map(({ name, action, holidays, problem }) => ({
    name,
    action,
    holidays: holidays.length,
    problem,
  })),
})

/** Previews an import of the table without storing anything. */
export const previewImport = async (
  ctx: TenantContext,
  { table }: { readonly table: ImportTable },
): Promise<ImportPreview> => {
  const plan = await planImport(ctx, table)
  const rows = presentRows(plan)
  return {
    ...figuresOf(plan),
    unknownWorkCenters: [...plan.unknownWorkCenters],
    planQuestions: [...plan.questions],
    ...rows,
    problemCount: rows.problemCount + plan.calendars.filter(({ problem }) => problem !== null).length,
  }
}

/** Operations are stored in parts of whole projects, because their dependencies stay inside a project. */
const operationsAtOnce = 1_000

const storeAll = async (write: Write, plan: ImportPlan): Promise<void> => {
  const { categories, projects, operations, calendars } = plan
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
    const plan = await forEverybody(() => planImport(importing, input))
    const figures = figuresOf(plan)
    if (plan.seen !== input.seen) {
      throw new ConflictError('Something changed since this was checked. Look at the rows again.')
    }
    if (figures.counts.failed > 0 && !input.leavesOutFailed) {
      throw new RuleError('Some rows have errors. Correct them, or leave them out.')
    }
    const broken = plan.calendars.find(({ problem }) => problem !== null)
    if (broken) throw new RuleError(`The calendar ${broken.name} cannot be imported: ${broken.problem}.`)
    const isIdle = plan.calendars.every(({ action, holidays }) => action === 'unchanged' && holidays.length === 0)
    if (figures.counts.create + figures.counts.update === 0 && isIdle)
      throw new RuleError('There is nothing to import.')
    const staged = await stageHistory(
      importing,
      plan.operations.flat().flatMap((one) => operationLine(one) ?? []),
    )
    try {
      const isDone = await writeTenant(importing, async (write) => {
        await lockTenant(importing, write.tx)
        const { changeNumber } = await selectImportTenant(write.tx, ctx.tenantId)
        if (changeNumber !== plan.changeNumber) return false
        await preferGenericPlans(write.tx)
        if (staged) write.record.stagedHistory(staged)
        await storeAll(write, plan)
        await rememberColumns(write, input, 'projects')
        return true
      })
      if (isDone) return figures
    } finally {
      await dropStaged(importing, staged)
    }
  }
  throw new ConflictError('Others are changing the same projects. Try again in a moment.')
}
