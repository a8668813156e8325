import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { computePlan } from './compute-plan.ts'

const terminate = vi.hoisted(() => vi.fn(async () => 0))

/** A thread that ends when it is told to go, as one that ran out of memory does. */
vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    terminate = terminate
    postMessage({ kind }: { kind: string }) {
      if (kind === 'go') setImmediate(() => this.emit('exit', 1))
    }
  },
}))

const snapshot = shop([project('7', [operation('Cut')])])
const compute = (signal: AbortSignal) =>
  computePlan(snapshot, { scope: 'all', seed: 1 }, { signal, onProgress: () => undefined })

it('a thread that ends without an answer is an error, and no run that waits for ever', async () => {
  await expect(compute(new AbortController().signal)).rejects.toThrow('ended without an answer')
  expect(terminate).toHaveBeenCalled()
})

it('a thread that ends because it was stopped is a plan that was cancelled', async () => {
  const stop = new AbortController()
  const computing = compute(stop.signal)
  stop.abort('cancel')
  expect(await computing).toEqual({ kind: 'cancelled' })
  expect(await compute(stop.signal)).toEqual({ kind: 'cancelled' })
})
