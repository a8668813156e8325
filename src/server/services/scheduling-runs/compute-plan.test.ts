import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { computePlan } from './compute-plan.ts'

/** The thread ends when it is told to start, like a thread that ran out of memory. */
beforeEach(() => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, { kind }) {
    if (kind === 'go') void this.terminate()
  })
})
afterEach(() => vi.restoreAllMocks())

const snapshot = shop([project('7', [operation('Cut')])])
const compute = (signal: AbortSignal) =>
  computePlan(snapshot, { scope: 'all', seed: 1 }, { signal, onProgress: () => undefined })

it('computing a plan fails if the thread ends without an answer', async () => {
  await expect(compute(new AbortController().signal)).rejects.toThrow('ended without an answer')
})

it('computing a plan is cancelled if the thread ends because it was stopped', async () => {
  const stop = new AbortController()
  const computing = compute(stop.signal)
  stop.abort('cancel')
  expect(await computing).toEqual({ kind: 'cancelled' })
  expect(await compute(stop.signal)).toEqual({ kind: 'cancelled' })
})
