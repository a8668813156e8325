import { describe, expect, it } from 'vitest'
import type { AppServices } from '../../context.ts'
import { type Claim, claimedFrom, claimMs, isHeld, renewEveryMs, renewHeld } from './held-claim.ts'

let nowMs = Date.parse('2026-11-18T09:00:00Z')
/** Only the part of the services that claims read. */
const app = { now: () => new Date(nowMs) } as unknown as AppServices

/** The row of something that is claimed now, and the claim. */
const claimed = () => {
  const row = { claimedUntil: claimedFrom(app) }
  const claim: Claim = { until: [row.claimedUntil] }
  const renew = (answer: Promise<void> = Promise.resolve()) => {
    nowMs += renewEveryMs
    return renewHeld(app, claim, async (earlier, claimedUntil) => {
      const isOurs = earlier.some((time) => time.getTime() === row.claimedUntil.getTime())
      if (isOurs) row.claimedUntil = claimedUntil
      await answer
      return isOurs
    })
  }
  return { row, claim, renew }
}

describe('a claim', () => {
  it('is held with each renewal, and no longer by its earlier time', async () => {
    const { row, claim, renew } = claimed()
    const first = row.claimedUntil
    for (let renewal = 0; renewal < 10; renewal += 1) expect(await renew()).toBe(true)
    expect(isHeld(claim, row.claimedUntil)).toBe(true)
    expect(row.claimedUntil.getTime() - nowMs).toBe(claimMs)
    expect([isHeld(claim, first), isHeld(claim, null)]).toEqual([false, false])
  })

  it('is held while the answer to its renewal has not come', async () => {
    const { row, claim, renew } = claimed()
    const answer = Promise.withResolvers<void>()
    const renewal = renew(answer.promise)
    expect(isHeld(claim, row.claimedUntil)).toBe(true)
    answer.resolve()
    expect(await renewal).toBe(true)
  })

  it('is renewed after a renewal whose answer was lost, whether that was stored or not', async () => {
    const { row, claim, renew } = claimed()
    await expect(renew(Promise.reject(new Error('No connection')))).rejects.toThrow('No connection')
    expect(isHeld(claim, row.claimedUntil)).toBe(true)
    expect(await renew()).toBe(true)
    nowMs += renewEveryMs
    const unsent = renewHeld(app, claim, () => Promise.reject(new Error('No connection')))
    await expect(unsent).rejects.toThrow('No connection')
    expect(isHeld(claim, row.claimedUntil)).toBe(true)
    expect(await renew()).toBe(true)
  })

  it('is lost when another server has claimed the row', async () => {
    const { row, claim, renew } = claimed()
    row.claimedUntil = new Date(row.claimedUntil.getTime() + 1)
    expect(isHeld(claim, row.claimedUntil)).toBe(false)
    expect(await renew()).toBe(false)
    // Also one that claims it for the same time as the renewal that failed.
    row.claimedUntil = claimedFrom(app)
    expect(isHeld(claim, row.claimedUntil)).toBe(false)
  })
})
