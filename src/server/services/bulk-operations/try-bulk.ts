import type { TenantContext } from '../../context.ts'
import type { Write } from '../records/write-tenant.ts'
import { type BulkDone, type BulkWork, runBulk } from './bulk-change-operations.ts'

/** Ends the transaction of a tried action. Everything in it is rolled back, and nothing is announced. */
class Tried<T> extends Error {
  readonly seen: T
  constructor(seen: T) {
    super('tried')
    this.seen = seen
  }
}

/**
 * Runs a bulk action, looks at what it did, and rolls it back, so that there are no separate rules for what is only tried.
 * Nothing is stored or announced.
 */
export const tryBulk = async <T>(
  ctx: TenantContext,
  work: BulkWork,
  see: (write: Write, done: BulkDone) => Promise<T> | T,
): Promise<T> => {
  let tried: Tried<T> | undefined
  const running = runBulk(ctx, work, async (write, done) => {
    tried = new Tried(await see(write, done))
    throw tried
  })
  return running.catch((error: unknown) => {
    if (tried === undefined || error !== tried) throw error
    return tried.seen
  })
}
