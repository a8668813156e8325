import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { computePlan } from './compute-plan.ts'

/** The thread ends when it is told to go, as one that ran out of memory does. */
beforeEach(() => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, { kind }) {
    if (kind === 'go') void this.terminate()
  })
})
afterEach(() => vi.restoreAllMocks())

const snapshot = shop([project('7', [operation('Cut')])])
const compute = (signal: AbortSignal) =>
  computePlan(snapshot, { scope: 'all', seed: 1 }, { signal, onProgress: () => undefined })

it('a thread that ends without an answer is an error, and no run that waits for ever', async () => {
  await expect(compute(new AbortController().signal)).rejects.toThrow('ended without an answer')
})

it('a thread that ends because it was stopped is a plan that was cancelled', async () => {
  const stop = new AbortController()
  const computing = compute(stop.signal)
  stop.abort('cancel')
  expect(await computing).toEqual({ kind: 'cancelled' })
  expect(await compute(stop.signal)).toEqual({ kind: 'cancelled' })
})
