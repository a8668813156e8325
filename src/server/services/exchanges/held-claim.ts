import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'

/** Work that this server has claimed: until `claimed_until` of its row, other servers leave it alone. */
export interface Claim {
  /**
   * The values of `claimed_until` by which the row is this server's. They are several after a renewal whose answer has not come: it may have
   * been stored. None = the claim is lost.
   */
  until: readonly Date[]
}

/** A server that died loses its claims after this time. */
export const claimMs = 2 * minuteMs
/** Claims are renewed as often as this, however long the work takes. */
export const renewEveryMs = minuteMs / 2

/** Until when something that is claimed now is claimed. */
export const claimedFrom = (app: AppServices): Date => new Date(app.now().getTime() + claimMs)

/**
 * Whether a row is still this server's. Read it with a lock: a renewal that is stored before the lock is known by now, and no other server
 * claims the row before the transaction ends.
 */
export const isHeld = ({ until }: Claim, claimedUntil: Date | null): boolean =>
  until.some((time) => time.getTime() === claimedUntil?.getTime())

/**
 * Renews a claim. `store` writes the new time where one of the earlier ones is stored, and says whether it was; false = the claim is lost,
 * and another server may have it.
 */
export const renewHeld = async (
  app: AppServices,
  claim: Claim,
  store: (earlier: readonly Date[], claimedUntil: Date) => Promise<boolean>,
): Promise<boolean> => {
  const [earlier, claimedUntil] = [claim.until, claimedFrom(app)]
  claim.until = [...earlier, claimedUntil]
  const isRenewed = await store(earlier, claimedUntil)
  claim.until = isRenewed ? [claimedUntil] : []
  return isRenewed
}
