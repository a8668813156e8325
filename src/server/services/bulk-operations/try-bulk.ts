import type { BulkAction } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { type BulkDone, bulkChangeWithin } from './bulk-change-operations.ts'
import type { TargetRow } from './bulk-target.ts'

/** Ends the transaction of a tried action. Everything in it is rolled back, and nothing is announced. */
class Tried<T> extends Error {
  readonly seen: T
  constructor(seen: T) {
    super('tried')
    this.seen = seen
  }
}

interface TriedAction {
  readonly wanted: readonly TargetRow[]
  readonly action: BulkAction
  /** The instant that counts as now. */
  readonly now: Date
}

/**
 * Runs a bulk action, looks at what it did, and rolls it back, so that there are no separate rules for what is only tried.
 * Nothing is stored or announced.
 */
export const tryBulk = async <T>(
  ctx: TenantContext,
  action: TriedAction,
  see: (write: Write, done: BulkDone) => Promise<T> | T,
): Promise<T> => {
  let tried: Tried<T> | undefined
  const work = writeTenant(ctx, async (write) => {
    await lockTenant(ctx, write.tx)
    tried = new Tried(await see(write, await bulkChangeWithin(write, action)))
    throw tried
  })
  return work.catch((error: unknown) => {
    if (tried === undefined || error !== tried) throw error
    return tried.seen
  })
}
