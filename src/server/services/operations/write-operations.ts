import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, max } from 'drizzle-orm'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { limits } from '#contract/vocabulary.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { cycleMessage, findCycle } from '#domain/operations/find-cycle.ts'
import { sequenceAt } from '#domain/operations/renumbered.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { NotFoundError, RuleError, StaleError, ValidationError } from '../../errors.ts'
import { requireVersion } from '../records/record-fields.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { blankOperation, editOperation } from './edit-operation.ts'
import { lockProject } from './lock-project.ts'
import { type LinkedOperation, presentOperation } from './operation-fields.ts'
import { selectOperations } from './read-operations.ts'
import { resizedOriginal, selectLearnedPace } from './resized-hours.ts'
import { type OperationWrite, storeOperations } from './store-operations.ts'

/**
 * Checks the dependencies of `edited` against the whole project, which must be locked. Each must name an operation of the
 * project (else 400, the same for unknown and foreign ids), and they must not form a cycle (else 422 with the operations named).
 */
const checkDependencies = async (
  ctx: TenantContext,
  tx: Tx,
  projectId: string,
  edited: readonly LinkedOperation[],
): Promise<void> => {
  const stored = await tx
    .select({ operationId: operations.operationId, name: operations.name })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.projectId, projectId)))
  const names = new Map(stored.map(({ operationId, name }) => [operationId, name]))
  for (const { row } of edited) names.set(row.operationId, row.name)

  const editedLinks = edited.flatMap(({ row, dependencies }) =>
    dependencies.map(({ predecessorId }) => ({ operationId: row.operationId, predecessorId })),
  )
  if (editedLinks.some(({ predecessorId }) => !names.has(predecessorId))) {
    throw new ValidationError([{ path: 'dependencies', message: 'Not an operation of this project' }])
  }
  const editedIds = new Set(edited.map(({ row }) => row.operationId))
  const storedLinks = await tx
    .select({ operationId: operationDependencies.operationId, predecessorId: operationDependencies.predecessorId })
    .from(operationDependencies)
    .where(and(eq(operationDependencies.tenantId, ctx.tenantId), eq(operationDependencies.projectId, projectId)))
  const cycle = findCycle([...editedLinks, ...storedLinks.filter(({ operationId }) => !editedIds.has(operationId))])
  if (cycle)
    throw new RuleError(
      cycleMessage(cycle, (id) => names.get(id) ?? id),
      'cycle',
    )
}

interface OperationEdit {
  readonly operationId: string
  readonly input: OperationInput
  readonly expectedVersion?: number | null
}

/**
 * `change`: the operation must exist, and sent dependencies replace the old ones. `add`: a missing operation is created, and
 * sent dependencies are added to the old ones.
 */
type EditMode = 'change' | 'add'

const sequenceStep = 10

/** Sequences at the end of the project for new operations. 422 when the project is full, 404 if an id belongs to another project. */
const sequenceForNew = async (ctx: TenantContext, tx: Tx, projectId: string, newIds: readonly string[]) => {
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

/** 400 when an edit names a work center or a pool that the organization does not have. */
export const requireCategories = async (ctx: TenantContext, tx: Tx, edits: readonly OperationEdit[]): Promise<void> => {
  const idsOf = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => typeof id === 'string')),
  ]
  const alternatives = edits.flatMap(({ input }) => (input.alternatives ?? []).map(({ categoryId }) => categoryId))
  const centerIds = idsOf([...edits.map(({ input }) => input.categoryId), ...alternatives])
  const poolIds = idsOf(edits.map(({ input }) => input.poolId))
  if (centerIds.length + poolIds.length === 0) return
  const known = await tx
    .select({ categoryId: categories.categoryId, kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, [...centerIds, ...poolIds])))
  const centers = new Map(known.map((category) => [category.categoryId, isWorkCenter(category)]))
  if (centerIds.some((id) => centers.get(id) !== true)) {
    throw new ValidationError([{ path: 'categoryId', message: 'Not a work center of this organization' }])
  }
  if (poolIds.some((id) => centers.get(id) !== false)) {
    throw new ValidationError([{ path: 'poolId', message: 'Not a pool of this organization' }])
  }
}

const namesDependencies = ({ input }: OperationEdit): boolean =>
  input.dependsOnOperationId !== undefined || input.dependencies !== undefined

/**
 * Creates or changes operations of one project, all or none, and returns them in the order of `edits`.
 * 400 (unknown work center or predecessor), 404, 412, 422 (cycle; rules of progress, hold and dates).
 */
const saveOperations = async (
  write: Write,
  projectId: string,
  edits: readonly OperationEdit[],
  mode: EditMode,
): Promise<LinkedOperation[]> => {
  const { ctx, tx } = write
  await lockProject(ctx, tx, projectId)
  const ids = [...new Set(edits.map(({ operationId }) => operationId))]
  const found = await selectOperations(ctx, tx, [projectId], ids)
  const before = new Map(found.map((operation) => [operation.row.operationId, operation]))
  const newIds = ids.filter((id) => !before.has(id))
  if (mode === 'change' && newIds.length > 0) throw new NotFoundError()
  const values = newIds.length > 0 ? await sequenceForNew(ctx, tx, projectId, newIds) : new Map<string, number>()
  await requireCategories(ctx, tx, edits)

  const after = new Map<string, LinkedOperation>()
  for (const { operationId, input, expectedVersion } of edits) {
    const stored = before.get(operationId)
    if (stored) requireVersion(stored.row, expectedVersion)
    const blank = () => blankOperation(ctx, projectId, operationId, values.get(operationId) ?? sequenceStep)
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
    (await storeOperations(write, writes)).map((operation) => [operation.row.operationId, operation]),
  )
  return ids.flatMap((id) => stored.get(id) ?? [])
}

/** Creates an operation at the end of a project (or at the sequence given). */
export const createOperation = async (
  ctx: TenantContext,
  { projectId, input }: { projectId: string; input: OperationInput },
): Promise<Operation> => {
  const [created] = await addOperations(ctx, { projectId, edits: [{ operationId: randomUUID(), input }] })
  if (!created) throw new Error('An operation that was created is not there')
  return created
}

interface AddedOperations {
  readonly projectId: string
  readonly edits: readonly OperationEdit[]
}

/** Adds operations to a project, or dependencies to existing ones (specification 7.2), all or none, inside a transaction. */
export const addOperationsWithin = (write: Write, { projectId, edits }: AddedOperations): Promise<LinkedOperation[]> =>
  saveOperations(write, projectId, edits, 'add')

/** The same, in its own transaction. */
export const addOperations = (ctx: TenantContext, added: AddedOperations): Promise<Operation[]> =>
  writeTenant(ctx, async (write) => (await addOperationsWithin(write, added)).map(presentOperation))

type OperationChange = OperationEdit & { readonly projectId: string }

/** Changes one operation inside a transaction: any fields, new dates, hold and release, or progress. */
export const changeOperationWithin = async (
  write: Write,
  { projectId, ...edit }: OperationChange,
): Promise<LinkedOperation> => {
  const [changed] = await saveOperations(write, projectId, [edit], 'change')
  if (!changed) throw new NotFoundError()
  return changed
}

/** The same, in its own transaction. */
export const changeOperation = (ctx: TenantContext, change: OperationChange): Promise<Operation> =>
  writeTenant(ctx, async (write) => presentOperation(await changeOperationWithin(write, change)))

/**
 * Reports progress, with the start where the work begins with it. A start that is later than the report comes from a clock that is
 * ahead, so the work started now.
 */
export const reportProgress = (ctx: TenantContext, { input, ...change }: OperationChange): Promise<Operation> => {
  const { actualStartDate } = input
  const now = ctx.app.now()
  const isAhead = actualStartDate != null && Date.parse(actualStartDate) > now.getTime()
  return changeOperation(ctx, { ...change, input: isAhead ? { ...input, actualStartDate: now.toISOString() } : input })
}

type Move = Pick<
  OperationInput,
  'scheduledStartDate' | 'scheduledEndDate' | 'pinned' | 'categoryId' | 'durationHours'
> & {
  readonly operationId: string
  readonly expectedVersion?: number | undefined
}

/** The moved operations, with the organization locked, so that none can be deleted meanwhile. 404 if one is missing. */
const selectMoved = async ({ ctx, tx }: Write, moves: readonly Move[]) => {
  const { operationId, projectId, durationHours, originalHours } = operations
  const ids = [...new Set(moves.map((move) => move.operationId))]
  const found = await tx
    .select({ operationId, projectId, durationHours, originalHours })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operationId, ids)))
  if (found.length < ids.length) throw new NotFoundError()
  return new Map(found.map((row) => [row.operationId, row]))
}

/** Sets new dates for several operations, also of several projects, all or none. 404, 412, 422 as for one. */
export const moveOperations = (
  ctx: TenantContext,
  { moves }: { readonly moves: readonly Move[] },
): Promise<Operation[]> =>
  writeTenant(ctx, async (write) => {
    const rowOf = await selectMoved(write, moves)
    const learnedPace = await selectLearnedPace(write.ctx, write.tx)
    const edits = moves.map(({ operationId, expectedVersion, ...input }) => {
      const row = rowOf.get(operationId)
      const originalHours = row && resizedOriginal(learnedPace, input, row)
      return {
        operationId,
        expectedVersion,
        input: { ...input, ...(originalHours !== undefined && { originalHours }) },
      }
    })
    const stored = new Map<string, LinkedOperation>()
    for (const [projectId, own] of Map.groupBy(edits, ({ operationId }) => rowOf.get(operationId)?.projectId ?? '')) {
      for (const saved of await saveOperations(write, projectId, own, 'change'))
        stored.set(saved.row.operationId, saved)
    }
    const ids = new Set(moves.map(({ operationId }) => operationId))
    return [...ids].flatMap((id) => stored.get(id) ?? []).map(presentOperation)
  })

/** True if the operations are still in this order. Operations with the same sequence may be in any order. */
const stillInOrder = (known: ReadonlyMap<string, LinkedOperation>, ids: readonly string[]): boolean =>
  new Set(ids).size === known.size &&
  ids.length === known.size &&
  ids.every((id, index) => {
    const [before, own] = [known.get(ids[index - 1] ?? id), known.get(id)]
    return before !== undefined && own !== undefined && before.row.sequence <= own.row.sequence
  })

/**
 * Puts the operations of a project into the given order: 10, 20, 30, ... Each must be named exactly once (else 400). 412 when
 * the order that the reader saw (`expectedOperationIds`) is no longer the present one.
 */
export const reorderOperations = (
  ctx: TenantContext,
  {
    projectId,
    operationIds,
    expectedOperationIds,
  }: {
    projectId: string
    operationIds: readonly string[]
    expectedOperationIds?: readonly string[] | undefined
  },
): Promise<Operation[]> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const { version } = await lockProject(ctx, tx, projectId)
    const all = await selectOperations(ctx, tx, [projectId])
    const known = new Map(all.map((operation) => [operation.row.operationId, operation]))
    if (expectedOperationIds && !stillInOrder(known, expectedOperationIds)) throw new StaleError(version)
    const complete = new Set(operationIds).size === operationIds.length && operationIds.length === all.length
    if (!complete || operationIds.some((id) => !known.has(id))) {
      throw new ValidationError([
        { path: 'operationIds', message: 'Every operation of the project must be named exactly once' },
      ])
    }
    const ordered = operationIds.flatMap((id, index) => {
      const before = known.get(id)
      return before ? [{ before, after: { ...before, row: { ...before.row, sequence: sequenceAt(index) } } }] : []
    })
    const moved = ordered.filter(({ before, after }) => before.row.sequence !== after.row.sequence)
    const stored = new Map((await storeOperations(write, moved)).map((one) => [one.row.operationId, one]))
    return ordered.map(({ before }) => presentOperation(stored.get(before.row.operationId) ?? before))
  })
