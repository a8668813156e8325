import { and, eq } from 'drizzle-orm'
import type { BulkAction, BulkAnswer, BulkFailure, BulkTarget, PlanBasis } from '#contract/bulk-operations.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { AppError, ValidationError } from '../../errors.ts'
import { editOperation } from '../operations/edit-operation.ts'
import { type LinkedOperation, operationFields } from '../operations/operation-fields.ts'
import { type OperationWrite, storeOperations } from '../operations/store-operations.ts'
import { diffFields } from '../records/record-fields.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { readTarget, type TargetRow } from './bulk-target.ts'
import { type BulkWorld, readBulkWorld } from './bulk-world.ts'
import { changePhase, changePriority } from './change-projects.ts'
import { requireBasis } from './plan-basis.ts'
import { type OperationAction, type PlannedEdit, planEdit } from './plan-edits.ts'
import { planSlots } from './plan-slots.ts'

const requireCategory = async (ctx: TenantContext, tx: Tx, action: BulkAction): Promise<void> => {
  const [chosen, path] =
    action.kind === 'workCentre'
      ? [action.categoryId, 'action.categoryId']
      : action.kind === 'pool'
        ? [action.poolId, 'action.poolId']
        : [null, '']
  if (chosen === null) return
  const known = await tx
    .select({ kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, chosen)))
  const wanted = action.kind === 'pool' ? 'pool' : 'work center'
  if (!known.some((category) => isWorkCenter(category) === (wanted === 'work center'))) {
    throw new ValidationError([{ path, message: `Not a ${wanted} of this organization` }])
  }
}

const failureOf = (
  world: BulkWorld,
  operationId: string,
  { code, reason }: Pick<BulkFailure, 'code' | 'reason'>,
): BulkFailure => {
  const row = world.operations.get(operationId)?.row
  const projectNumber = world.projects.get(row?.projectId ?? '')?.projectNumber ?? ''
  return { operationId, name: row?.name ?? '', projectNumber, code, reason }
}

/** The rows that exist in the version that the reader saw, and the failures of the others. */
const checkRows = (world: BulkWorld, target: readonly TargetRow[]) => {
  const failures: BulkFailure[] = []
  const rows: LinkedOperation[] = []
  for (const { operationId, expectedVersion } of target) {
    const operation = world.operations.get(operationId)
    if (!operation) {
      failures.push(failureOf(world, operationId, { code: 'notFound', reason: 'It no longer exists.' }))
    } else if (expectedVersion !== null && operation.row.version !== expectedVersion) {
      const reason = `${operation.row.modifiedBy || 'Somebody'} has changed it since.`
      failures.push(failureOf(world, operationId, { code: 'changed', reason }))
    } else rows.push(operation)
  }
  return { rows, failures }
}

/** The operation after an edit, or null if the edit changes nothing. A refusal by a rule becomes the failure of the row. */
const tryEdit = (before: LinkedOperation, edit: PlannedEdit, now: Date): OperationWrite | PlannedEdit | null => {
  if ('code' in edit) return edit
  try {
    const after = editOperation(before, edit.input, 'replace', now)
    return diffFields(operationFields(before), operationFields(after)).length === 0 ? null : { before, after }
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { code: 'rule', reason: error.message }
    throw error
  }
}

const editRows = async (
  ctx: TenantContext,
  tx: Tx,
  world: BulkWorld,
  rows: readonly LinkedOperation[],
  action: OperationAction,
) => {
  const kept = { ...world, operations: new Map(rows.map((operation) => [operation.row.operationId, operation])) }
  const slots = action.kind === 'nextFreeSlot' ? await planSlots(ctx, tx, kept) : null
  const writes: OperationWrite[] = []
  const failures: BulkFailure[] = []
  for (const operation of rows) {
    const { operationId } = operation.row
    const edit =
      action.kind === 'nextFreeSlot'
        ? (slots?.get(operationId) ?? { code: 'rule' as const, reason: 'No free time was found.' })
        : planEdit(operation, action, world)
    const result = tryEdit(operation, edit, world.now)
    if (result === null) continue
    if ('after' in result) writes.push(result)
    else if ('code' in result) failures.push(failureOf(world, operationId, result))
  }
  return { writes, failures }
}

/** The result of an action: the answer, and the changed operations. */
export interface BulkDone {
  readonly answer: BulkAnswer
  readonly writes: readonly OperationWrite[]
}

/** Runs the action inside a transaction, as of `now`. 400 (unknown work center). */
export const bulkChangeWithin = async (
  write: Write,
  { wanted, action, now }: { wanted: readonly TargetRow[]; action: BulkAction; now: Date },
): Promise<BulkDone> => {
  const { ctx, tx } = write
  await requireCategory(ctx, tx, action)
  const ids = wanted.map(({ operationId }) => operationId)
  const world = await readBulkWorld(ctx, tx, ids, now)
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
    const { versions, unchanged } = await changePriority(write, { ...world, projects }, action.priority)
    return { answer: answer(versions, unchanged), writes: [] }
  }
  const edits = await editRows(ctx, tx, world, rows, action)
  const stored = edits.writes.length > 0 ? await storeOperations(write, edits.writes) : []
  const versions = stored.map(({ row }) => ({ id: row.operationId, version: row.version }))
  const unchanged = rows.length - edits.writes.length - edits.failures.length
  return { answer: answer(versions, unchanged, edits.failures), writes: edits.writes }
}

/**
 * Runs one action on many operations in one transaction and one change set, with the source 'bulk'. Rows that cannot be
 * changed are listed, the others are changed. 400 (unknown work center), 409 (the plan is not that of `basis`), 409 and 422
 * as `readTarget`.
 */
export const bulkChangeOperations = async (
  ctx: TenantContext,
  input: { readonly target: BulkTarget; readonly action: BulkAction; readonly basis?: PlanBasis | undefined },
): Promise<BulkAnswer> => {
  const { target, action, basis } = input
  const wanted = await readTarget(ctx, target)
  return writeTenant(ctx, async (write) => {
    const { tx } = write
    await lockTenant(ctx, tx)
    const now = basis ? await requireBasis(ctx, tx, basis) : ctx.app.now()
    return (await bulkChangeWithin(write, { wanted, action, now })).answer
  })
}
