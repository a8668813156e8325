import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { CalledFunctions } from '#testing/called-functions.ts'

/** What runs do not call, and who does. */
const calledByOthers = [
  // Questions about promise dates, and the next free time of an operation.
  'plan-builder rebook',
  'open-pieces fitTogether',
  // Tests.
  'ready-queue keyAt',
  'search/better-plans get size',
]

describe('the code of the engine', () => {
  it('runs of shops reach every function of the core', async () => {
    const file = new URL('../../../testing/called-functions.ts', import.meta.url)
    const [answer] = await once(new Worker(file, { execArgv: [] }), 'message')
    const { called, idle }: CalledFunctions = answer
    expect(called.length).toBeGreaterThan(100)
    expect(idle.toSorted()).toEqual(calledByOthers.toSorted())
  })
})
