import { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import type { RunEffort } from '#contract/vocabulary.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { computePlan, searchesFor } from './compute-plan.ts'

/** The thread ends when it is told to start, like a thread that ran out of memory. */
const endAtStart = () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, { kind }) {
    if (kind === 'go') void this.terminate()
  })
}
afterEach(() => vi.restoreAllMocks())

const snapshot = shop([project('7', [operation('Cut')])])
const compute = (signal: AbortSignal, searches = 1) =>
  computePlan(snapshot, { scope: 'all', seed: 1 }, { signal, onProgress: () => undefined }, searches)

it('computing a plan fails if the thread ends without an answer', async () => {
  endAtStart()
  await expect(compute(new AbortController().signal)).rejects.toThrow('ended without an answer')
})

it.each([1, 3])(
  'computing a plan with %i searches is cancelled if a thread ends because it was stopped',
  async (searches) => {
    endAtStart()
    const stop = new AbortController()
    const computing = compute(stop.signal, searches)
    stop.abort('cancel')
    expect(await computing).toEqual({ kind: 'cancelled' })
    expect(await compute(stop.signal, searches)).toEqual({ kind: 'cancelled' })
  },
)

it('several searches give the best plan of their seeds, and the same again', async () => {
  const generated = randomShop({ seed: 5, projects: 15, operations: 6, categories: 1, trouble: 0 })
  const late = { ...generated, projects: generated.projects.map((of) => ({ ...of, dueMs: generated.nowMs })) }
  const search = async (seed: number, searches: number) => {
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const plan = await computePlan(late, { scope: 'all', seed, effort: 'quick' }, watch, searches)
    if (plan.kind !== 'plan') throw new Error(plan.kind)
    return plan
  }
  const alone = [await search(1, 1), await search(2, 1), await search(3, 1)]
  const costs = alone.map(({ objective }) => objective.weightedLatenessHours)
  // If the seeds gave the same plan, the test could not tell which of them was used.
  expect(new Set(costs).size).toBe(3)
  const together = await search(1, 3)
  expect(together.objective.weightedLatenessHours).toBe(Math.min(...costs))
  const bestSeed = 1 + costs.indexOf(Math.min(...costs))
  const { iterations, ...ofBest } = alone[bestSeed - 1]?.search ?? {}
  expect(together.search).toMatchObject({ ...ofBest, searches: 3, bestSeed, searchEnd: 'complete' })
  expect(together.search.iterations).toBeGreaterThan(iterations ?? 0)
  expect(together.parts).toEqual(alone[bestSeed - 1]?.parts)
  expect(await search(1, 3)).toEqual(together)
})

it.each<[number, RunEffort | undefined, number]>([
  [1, 'thorough', 1],
  [2, 'thorough', 1],
  [4, 'thorough', 3],
  [16, 'balanced', 4],
  [16, 'quick', 1],
  [16, undefined, 1],
])('a machine with %i cores and the effort %s has %i searches', (cores, effort, searches) => {
  expect(searchesFor(snapshot, effort, cores)).toBe(searches)
})
