import { randomUUID } from 'node:crypto'
import type { BulkAction } from '#contract/bulk-operations.ts'
import type { OperationInput } from '#contract/operations.ts'
import { hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '#server/context.ts'
import type { Random } from '#server/seed/random.ts'
import { bulkChangeOperations } from '#server/services/bulk-operations/bulk-change-operations.ts'
import { revertRun } from '#server/services/changes/revert-run.ts'
import { undoLast } from '#server/services/changes/undo-last.ts'
import { listOperations } from '#server/services/operations/read-operations.ts'
import { changeOperation } from '#server/services/operations/write-operations.ts'
import { listProjects } from '#server/services/projects/read-projects.ts'
import { applyProposal } from '#server/services/proposals/apply-proposal.ts'
import { createProposal } from '#server/services/proposals/write-proposals.ts'
import { listRuns } from '#server/services/scheduling-runs/list-runs.ts'
import { withFacts } from '#testing/with-facts.ts'

/** An instant up to three weeks before or after now. */
const around = (ctx: TenantContext, random: Random): string =>
  new Date(ctx.app.now().getTime() + random.integer(-500, 500) * hourMs).toISOString()

/** Progress, actual dates or scheduled dates of an operation, in any order and often only one of two. */
const dateInput = (ctx: TenantContext, random: Random): OperationInput =>
  random.pick<() => OperationInput>([
    () => ({ progressPercentage: random.pick([0, 10, 40, 99, 100]) }),
    () => ({ actualStartDate: around(ctx, random) }),
    () => ({ progressPercentage: 100, actualEndDate: around(ctx, random) }),
    () => ({ progressPercentage: 50, actualStartDate: around(ctx, random) }),
    () => ({ scheduledStartDate: around(ctx, random) }),
    () => ({ scheduledEndDate: around(ctx, random), pinned: false }),
    () => ({ scheduledStartDate: around(ctx, random), scheduledEndDate: around(ctx, random) }),
    () => ({ pinned: random.pick([true, false]) }),
  ])()

const bulkAction = (random: Random): BulkAction =>
  random.pick<() => BulkAction>([
    () => ({ kind: 'rescheduleBy', workingDays: random.integer(-20, 20) }),
    () => ({ kind: 'rescheduleTo', date: `2026-11-${random.integer(19, 30)}` }),
    () => ({ kind: 'nextFreeSlot' }),
    () => ({ kind: 'progress', progressPercentage: random.pick([0, 30, 100]) }),
  ])()

/** One edit that changes dates of operations, in its own request. Throws like the service that makes it. */
export const randomDateEdit = async (given: TenantContext, random: Random): Promise<unknown> => {
  const ctx = withFacts(given, { requestId: randomUUID() })
  const { projectId } = random.pick(await listProjects(ctx))
  const operations = await listOperations(ctx, { projectId })
  if (operations.length === 0) return
  const { operationId } = random.pick(operations)
  const wish = random.next()
  if (wish < 0.6) return changeOperation(ctx, { projectId, operationId, input: dateInput(ctx, random) })
  if (wish < 0.75) {
    const target = { operations: operations.map((one) => ({ operationId: one.operationId })) }
    return bulkChangeOperations(ctx, { target, action: bulkAction(random) })
  }
  if (wish < 0.85) return (await undoLast(ctx, { verb: random.pick(['undo', 'redo'] as const) })).done
  if (wish < 0.92) {
    const fields = { progressPercentage: random.pick([0, 20, 60]) }
    const changes = [{ kind: 'operation' as const, projectId, operationId, fields }]
    const method = random.pick(['keepSequence', 'optimize'] as const)
    const { proposalId, version } = await createProposal(ctx, { input: { changes, method } })
    return applyProposal(withFacts(ctx, { requestId: randomUUID() }), { proposalId, expectedVersion: version })
  }
  const [run] = (await listRuns(ctx)).filter(({ canRevert }) => canRevert)
  return run && revertRun(ctx, run)
}
