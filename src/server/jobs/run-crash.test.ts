// @module-tag rest
// @module-tag once
import { expect, it } from 'vitest'
import { runKillLoop } from '#testing/crash/run-kill-loop.ts'

it('a server killed during runs leaves whole plans and no run that stays Running', async () => {
  const result = await runKillLoop(2)
  expect(result).toMatchObject({ mixed: 0, failures: [] })
  expect(result.longestStuckMs).toBeLessThan(90_000)
})
