import { and, count, eq, inArray, max } from 'drizzle-orm'
import type { OperationInput } from '#contract/operations.ts'
import { limits } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { NotFoundError, RuleError, ValidationError } from '../../errors.ts'
import { requireVersion } from '../history/require-version.ts'
import { lockProject } from '../projects/lock-project.ts'
import { checkDependencies } from './check-dependencies.ts'
import { blankOperation, editOperation } from './edit-operation.ts'
import type { LinkedOperation } from './operation-fields.ts'
import { selectOperations } from './select-operations.ts'
import { type OperationWrite, storeOperations } from './store-operations.ts'

export interface OperationEdit {
  readonly operationId: string
  readonly input: OperationInput
  readonly expectedVersion?: number | null
}

/**
 * `change`: the operation must be there, dependencies sent replace. `add`: made if it is not there, dependencies sent are
 * added to those it has.
 */
export type EditMode = 'change' | 'add'

const sequenceStep = 10

/** Places at the end of the project for new operations; 422 when it is full, 404 when an id belongs to another project. */
const placesForNew = async (ctx: TenantContext, tx: Tx, projectId: string, newIds: readonly string[]) => {
  const elsewhere = await tx
    .select({ operationId: operations.operationId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, [...newIds])))
  if (elsewhere.length > 0) throw new NotFoundError()
  const [there] = await tx
    .select({ count: count(), last: max(operations.sequence) })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.projectId, projectId)))
  if ((there?.count ?? 0) + newIds.length > limits.maxOperationsPerProject) {
    throw new RuleError(`A project holds at most ${limits.maxOperationsPerProject} operations.`)
  }
  return new Map(newIds.map((id, index) => [id, (there?.last ?? 0) + sequenceStep * (index + 1)]))
}

const requireCategories = async (ctx: TenantContext, tx: Tx, edits: readonly OperationEdit[]): Promise<void> => {
  const ids = [...new Set(edits.map(({ input }) => input.categoryId).filter((id) => typeof id === 'string'))]
  if (ids.length === 0) return
  const known = await tx
    .select({ categoryId: categories.categoryId })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, ids)))
  if (known.length < ids.length) {
    throw new ValidationError([{ path: 'categoryId', message: 'Not a work center of this organization' }])
  }
}

const namesDependencies = ({ input }: OperationEdit): boolean =>
  input.dependsOnOperationId !== undefined || input.dependencies !== undefined

/**
 * Creates or changes operations of one project, all or none, and returns them in the order of `edits`.
 * 400 (unknown work centre or predecessor), 404, 412, 422 (cycle; rules of progress, hold and dates).
 */
export const saveOperations = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  projectId: string,
  edits: readonly OperationEdit[],
  mode: EditMode,
): Promise<LinkedOperation[]> => {
  await lockProject(ctx, tx, projectId)
  const ids = [...new Set(edits.map(({ operationId }) => operationId))]
  const found = await selectOperations(ctx, tx, [projectId], ids)
  const before = new Map(found.map((operation) => [operation.row.operationId, operation]))
  const newIds = ids.filter((id) => !before.has(id))
  if (mode === 'change' && newIds.length > 0) throw new NotFoundError()
  const places = newIds.length > 0 ? await placesForNew(ctx, tx, projectId, newIds) : new Map<string, number>()
  await requireCategories(ctx, tx, edits)

  const after = new Map<string, LinkedOperation>()
  for (const { operationId, input, expectedVersion } of edits) {
    const stored = before.get(operationId)
    if (stored) requireVersion(stored.row, expectedVersion)
    const blank = () => blankOperation(ctx, projectId, operationId, places.get(operationId) ?? sequenceStep)
    const present = after.get(operationId) ?? stored ?? blank()
    const merge = mode === 'add' && stored !== undefined ? 'add' : after.has(operationId) ? 'add' : 'replace'
    after.set(operationId, editOperation(present, input, merge, ctx.app.now()))
  }
  if (edits.some(namesDependencies)) await checkDependencies(ctx, tx, projectId, [...after.values()])

  const writes: OperationWrite[] = [...after].map(([id, operation]) => ({
    before: before.get(id) ?? null,
    after: operation,
  }))
  const stored = new Map(
    (await storeOperations(ctx, tx, record, writes)).map((operation) => [operation.row.operationId, operation]),
  )
  return ids.flatMap((id) => stored.get(id) ?? [])
}
