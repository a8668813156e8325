import { and, eq, inArray } from 'drizzle-orm'
import type { BulkAction, BulkAnswer, BulkFailure, BulkTarget, PlanBasis } from '#contract/bulk-operations.ts'
import { actionOfList } from '#domain/access/list-actions.ts'
import { may } from '#domain/access/rights.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { AppError, ForbiddenError, ValidationError } from '../../errors.ts'
import { pacer } from '../../pace.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { editOperation } from '../operations/edit-operation.ts'
import { type LinkedOperation, presentFields } from '../operations/operation-fields.ts'
import { type OperationWrite, storeOperations } from '../operations/store-operations.ts'
import { diffFields } from '../records/record-fields.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { asQuestion } from '../scheduling/ask-in-turn.ts'
import { readTarget, type TargetRow } from './bulk-target.ts'
import { type BulkWorld, checkRows, failureOf, readBulkWorld } from './bulk-world.ts'
import { changePhase, changePriority } from './change-projects.ts'
import { requireOwn } from './own-operations.ts'
import { requireBasis } from './plan-basis.ts'
import { isMoving, type PlannedEdit, planEdit } from './plan-edits.ts'
import { type PlannedMoves, requireSamePlan, withMoves } from './plan-moves.ts'

/** The work centers or pools that an action names, with the field that names them. */
const namedResources = (action: BulkAction): { readonly ids: readonly string[]; path: string; isPool: boolean }[] => {
  const idsOf = (id: string | null | undefined) => (id ? [id] : [])
  if (action.kind === 'workCentre') return [{ ids: idsOf(action.categoryId), path: 'action.categoryId', isPool: false }]
  if (action.kind !== 'pool') return []
  return [
    { ids: idsOf(action.poolId), path: 'action.poolId', isPool: true },
    { ids: action.alternativeIds ?? [], path: 'action.alternativeIds', isPool: false },
  ]
}

/** 400 when the organization does not have a work center or a pool that the action names. */
const requireResources = async (ctx: TenantContext, tx: Tx, action: BulkAction): Promise<void> => {
  const named = namedResources(action)
  const ids = [...new Set(named.flatMap((each) => each.ids))]
  if (ids.length === 0) return
  const rows = await tx
    .select({ categoryId: categories.categoryId, kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, ids)))
  const known = new Map(rows.map((category) => [category.categoryId, !isWorkCenter(category)]))
  const problems = named
    .filter((each) => each.ids.some((id) => known.get(id) !== each.isPool))
    .map(({ path, isPool }) => ({ path, message: `Not a ${isPool ? 'pool' : 'work center'} of this organization` }))
  if (problems.length > 0) throw new ValidationError(problems)
}

/** The operation after an edit, or null if the edit changes nothing. A refusal by a rule becomes the failure of the row. */
const tryEdit = (before: LinkedOperation, edit: PlannedEdit, now: Date): OperationWrite | PlannedEdit | null => {
  if ('code' in edit) return edit
  try {
    const after = editOperation(before, edit.input, 'replace', now)
    return diffFields(presentFields(before), presentFields(after)).length === 0 ? null : { before, after }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { code: 'rule', reason: error.message }
    throw error
  }
}

const editRows = async (
  world: BulkWorld,
  rows: readonly LinkedOperation[],
  editOf: (operation: LinkedOperation) => PlannedEdit,
  now: Date,
) => {
  const writes: OperationWrite[] = []
  const failures: BulkFailure[] = []
  const pause = pacer()
  for (const operation of rows) {
    await pause()
    const result = tryEdit(operation, editOf(operation), now)
    if (result === null) continue
    if ('after' in result) writes.push(result)
    else if ('code' in result) failures.push(failureOf(world, operation.row.operationId, result))
  }
  return { writes, failures }
}

/** The result of an action: the answer, and the changed operations. */
export interface BulkDone {
  readonly answer: BulkAnswer
  readonly writes: readonly OperationWrite[]
}

/** The action, its rows, and the time `now` at which it applies. */
export interface BulkWork {
  readonly wanted: readonly TargetRow[]
  readonly action: BulkAction
  readonly now: Date
}

const noMove: PlannedEdit = { code: 'rule', reason: 'No free time was found.' }

/**
 * Runs the action inside a transaction. 400 for an unknown work center or pool. `moves`: computed moves, for actions
 * that move.
 */
const bulkChangeWithin = async (
  write: Write,
  { wanted, action, now }: BulkWork,
  moves: PlannedMoves | null,
): Promise<BulkDone> => {
  const { ctx, tx } = write
  await requireResources(ctx, tx, action)
  if (moves) await requireSamePlan(ctx, tx, moves)
  const ids = wanted.map(({ operationId }) => operationId)
  const world = await readBulkWorld(ctx, tx, ids, 'forUpdate')
  const { rows, failures } = checkRows(world, wanted)
  const answer = (versions: BulkAnswer['versions'], unchanged: number, more: BulkFailure[] = []): BulkAnswer => ({
    changeId: versions.length > 0 ? ctx.requestId : null,
    changed: versions.length,
    unchanged,
    failures: [...failures, ...more],
    versions,
  })
  const projectIds = new Set(rows.map(({ row }) => row.projectId))
  const projects = new Map([...world.projects].filter(([projectId]) => projectIds.has(projectId)))
  if (action.kind === 'phase') {
    const { versions, unchanged, refused } = await changePhase(write, { projects }, action)
    const stayed = rows.flatMap(({ row: { operationId, projectId } }) => {
      const refusal = refused.get(projectId)
      return refusal ? failureOf(world, operationId, refusal) : []
    })
    return { answer: answer(versions, unchanged, stayed), writes: [] }
  }
  if (action.kind === 'priority') {
    const { versions, unchanged } = await changePriority(write, { projects }, action.priority)
    return { answer: answer(versions, unchanged), writes: [] }
  }
  const editOf = (operation: LinkedOperation): PlannedEdit =>
    isMoving(action) ? (moves?.edits.get(operation.row.operationId) ?? noMove) : planEdit(operation, action)
  const edits = await editRows(world, rows, editOf, now)
  const stored = edits.writes.length > 0 ? await storeOperations(write, edits.writes) : []
  const versions = stored.map(({ row }) => ({ id: row.operationId, version: row.version }))
  const unchanged = rows.length - edits.writes.length - edits.failures.length
  return { answer: answer(versions, unchanged, edits.failures), writes: edits.writes }
}

/**
 * Runs an action in a transaction under the lock of the organization, and passes what it did to `see`. `check` runs first, under the lock.
 */
export const runBulk = <T>(
  ctx: TenantContext,
  work: BulkWork,
  see: (write: Write, done: BulkDone) => Promise<T> | T,
  check: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<T> => {
  const { action } = work
  const run = (moves: PlannedMoves | null) =>
    writeTenant(ctx, async (write) => {
      await lockTenant(ctx, write.tx)
      await check(write.tx)
      return see(write, await bulkChangeWithin(write, work, moves))
    })
  if (!isMoving(action)) return run(null)
  return asQuestion(ctx, () => withMoves(ctx, { ...work, action }, run))
}

/**
 * Runs one action on many operations in one transaction and one change set, with the source 'bulk'. Rows that cannot be
 * changed are listed, the others are changed. 400: the work center does not exist. 403: the caller may not take this action, or does not plan
 * the work center of one of the rows. 409: the plan has changed since `basis`, or keeps changing. 409 and 422 as `readTarget`, 429 and 503
 * as `askInTurn`.
 */
export const bulkChangeOperations = async (
  ctx: TenantContext,
  input: { readonly target: BulkTarget; readonly action: BulkAction; readonly basis?: PlanBasis | undefined },
): Promise<BulkAnswer> => {
  const { target, action, basis } = input
  const decision = may(ctx, actionOfList[action.kind])
  if (!decision.ok) throw new ForbiddenError(decision.reason)
  const wanted = await readTarget(ctx, target)
  const now = basis ? await readTenant(ctx, (tx) => requireBasis(ctx, tx, basis)) : ctx.app.now()
  const ids = wanted.map(({ operationId }) => operationId)
  const check = async (tx: Tx) => {
    await requireOwn(ctx, tx, actionOfList[action.kind], ids)
    if (basis) await requireBasis(ctx, tx, basis)
  }
  // A requested change is made although its caller has left.
  return forEverybody(() => runBulk(ctx, { wanted, action, now }, (_, { answer }) => answer, check))
}
