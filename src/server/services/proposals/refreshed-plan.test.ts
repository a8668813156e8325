import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { computeReordered } from './compute-proposal.ts'
import { insertProposal, readParts, refreshProposal } from './write-proposals.ts'

const house = testRunner()
const never = new AbortController().signal

it('the quick search of a refreshed proposal begins with the plan that a longer search had found', async () => {
  // In the night, so that the plan does not move with the clock.
  house.nowMs = Date.parse('2026-11-18T10:00:00Z')
  const ctx = await runTestShop(house.app)
  const computed = await computeReordered(ctx, { changes: [], effort: 'balanced' }, never)
  const { proposalId } = await writeTenant(ctx, (write) =>
    insertProposal(write, { changes: [], method: 'optimize' }, computed),
  )
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  house.nowMs += 11 * 60_000
  const refreshed = await refreshProposal(ctx, { proposalId })
  const jobs = sent.mock.calls.flatMap(([message]) => (message.kind === 'go' && message.job.seed ? [message.job] : []))
  sent.mockRestore()
  expect(jobs).toEqual([expect.objectContaining({ effort: 'quick', startFrom: computed.parts })])
  expect(refreshed).toMatchObject({ version: 2, state: 'current' })
  expect(refreshed.lateDays).toBeLessThanOrEqual(computed.summary.lateDays)
  const stored = await ctx.app.db.withTenant(ctx, (tx) => readParts(ctx, tx, proposalId))
  expect(stored.length).toBe(computed.parts.length)
})
