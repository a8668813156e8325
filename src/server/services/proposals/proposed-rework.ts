import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ProposalChange } from '#contract/proposals.ts'
import { planRework } from '#domain/floor/plan-rework.ts'
import { reworkHours } from '#domain/floor/rework-hours.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { proposals } from '../../db/tables/proposals.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { noPieces, selectPieces } from '../work-time/floor-entries.ts'

type OperationChange = Extract<ProposalChange, { kind: 'operation' }>

/** Pieces of an operation whose rework an open proposal contains. */
export interface ProposedRework {
  readonly proposalId: string
  readonly pieces: number
}

/** The open proposals with rework of an operation, newest first. */
export const selectProposedRework = async (
  { tenantId }: TenantContext,
  tx: Tx,
  operationId: string,
): Promise<ProposedRework[]> => {
  const rows = await tx
    .select({ proposalId: proposals.proposalId, changes: proposals.changes })
    .from(proposals)
    .where(
      and(
        eq(proposals.tenantId, tenantId),
        isNull(proposals.appliedAt),
        sql`${proposals.changes} @> ${JSON.stringify([{ kind: 'operation', operationId }])}::jsonb`,
      ),
    )
    .orderBy(desc(proposals.createdAt), desc(proposals.proposalId))
  return rows.flatMap(({ proposalId, changes }) => {
    const pieces = changes.reduce((sum, change) => sum + (isReworkOf(change, operationId) ? change.reworkPieces : 0), 0)
    return pieces > 0 ? [{ proposalId, pieces }] : []
  })
}

type Rework = OperationChange & { readonly reworkPieces: number }

const isRework = (change: ProposalChange): change is Rework =>
  change.kind === 'operation' && change.reworkPieces !== undefined

const isReworkOf = (change: ProposalChange, operationId: string): change is Rework =>
  isRework(change) && change.operationId === operationId

interface Wanted {
  readonly projectId: string
  readonly operationId: string
  readonly pieces: number
}

/** The change that adds the rework of scrapped pieces to an operation as it is now. 404; 422 for pieces that are covered already. */
const changeFor = async (
  ctx: TenantContext,
  tx: Tx,
  { projectId, operationId, pieces }: Wanted,
  proposed: readonly ProposedRework[],
): Promise<OperationChange> => {
  const [operation] = await selectOperations(ctx, tx, [projectId], [operationId])
  if (!operation) throw new NotFoundError()
  const { scrap, reworked } = (await selectPieces(ctx, tx, [operationId])).get(operationId) ?? noPieces
  const left = scrap - reworked - proposed.reduce((sum, one) => sum + one.pieces, 0)
  if (pieces > left) throw new RuleError('The rework of these pieces is already in a proposal or in the plan.')
  const { row } = operation
  const hours = reworkHours({ ...row, reworked }, pieces)
  if (hours === null) throw new RuleError(`${row.name} has no quantity, so the hours of its rework are not known.`)
  const decision = planRework({ ...row, actualEndMs: row.actualEndDate?.getTime() ?? null }, hours)
  if (!decision.ok) throw new RuleError(`The rework of ${row.name} cannot be planned: ${decision.reason}.`)
  return { kind: 'operation', projectId, operationId, fields: decision.fields, reworkPieces: pieces }
}

/** The change for pieces that no proposal covers yet. 404, 422. */
export const resolveRework = (ctx: TenantContext, wanted: Wanted): Promise<OperationChange> =>
  readTenant(ctx, async (tx) => changeFor(ctx, tx, wanted, await selectProposedRework(ctx, tx, wanted.operationId)))

/** The changes of a stored proposal with the hours of its rework computed on the operations as they are now. 404, 422. */
export const renewRework = (ctx: TenantContext, changes: readonly ProposalChange[]): Promise<ProposalChange[]> =>
  readTenant(ctx, async (tx) => {
    const renewed: ProposalChange[] = []
    for (const change of changes) {
      if (isRework(change)) {
        const { fields } = await changeFor(ctx, tx, { ...change, pieces: change.reworkPieces }, [])
        renewed.push({ ...change, fields: { ...change.fields, ...fields } })
      } else renewed.push(change)
    }
    return renewed
  })
