import type { BulkAction, BulkAnswer, BulkFailure } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Recorder } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { changeProjectWithin } from '../projects/change-project.ts'
import type { BulkWorld } from './bulk-world.ts'

interface PhaseMoves {
  readonly versions: BulkAnswer['versions']
  readonly unchanged: number
  /** Why a project could not be moved, by its id. */
  readonly refused: ReadonlyMap<string, Pick<BulkFailure, 'code' | 'reason'>>
}

/** Moves the projects of the operations to a phase, each as the board would: its rule refuses some, the others move. */
export const changePhase = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { projects }: Pick<BulkWorld, 'projects'>,
  { phase, actualShipDate }: Extract<BulkAction, { kind: 'phase' }>,
): Promise<PhaseMoves> => {
  const versions: BulkAnswer['versions'] = []
  const refused = new Map<string, Pick<BulkFailure, 'code' | 'reason'>>()
  let unchanged = 0
  for (const { projectId, currentPhase } of projects.values()) {
    if (currentPhase === phase) {
      unchanged++
      continue
    }
    const input = { currentPhase: phase, ...(phase === 'shipped' && { actualShipDate }) }
    try {
      const version = await changeProjectWithin(ctx, tx, record, {
        projectId,
        input,
        expectedVersion: null,
        as: 'part',
      })
      versions.push({ id: projectId, version })
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      refused.set(projectId, { code: 'rule', reason: error.message })
    }
  }
  return { versions, unchanged, refused }
}
