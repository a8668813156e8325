import type { ResponseOf } from '#contract/endpoint.ts'
import type { commitImport as commitCall, ImportCommit, ImportPreview, ImportTable } from '#contract/imports.ts'
import { type TenantContext, withSource } from '../../context.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { commitPlan, storeAll } from './commit-plan.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { rememberColumns } from './remember-columns.ts'
import { countsOf, presentRows } from './row-outcomes.ts'

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

/** A plan that may be stored, as the person saw it. */
const planAsSeen = async (ctx: TenantContext, input: ImportCommit) => {
  const plan = await forEverybody(() => planImport(ctx, input))
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
  if (figures.counts.create + figures.counts.update === 0 && isIdle) throw new RuleError('There is nothing to import.')
  return { changeNumber: plan.changeNumber, writes: { ...plan, removed: [] }, figures }
}

/**
 * Imports the table in one transaction and one change set, with `import` as the source in history. It is planned before the
 * transaction, which others wait for, and again when the shop changed meanwhile.
 */
export const commitImport = async (
  ctx: TenantContext,
  { input }: { readonly input: ImportCommit },
): Promise<ResponseOf<typeof commitCall>> => {
  const importing = withSource(ctx, 'import')
  const { figures } = await commitPlan(importing, {
    plan: () => planAsSeen(importing, input),
    store: async (write, { writes }) => {
      await storeAll(write, writes)
      await rememberColumns(write, input, 'projects')
    },
  })
  return figures
}
