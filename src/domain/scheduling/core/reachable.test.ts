import { Session } from 'node:inspector/promises'
import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { planned } from '#testing/plan-as-present.ts'
import { scheduleShop } from '../schedule-shop.ts'

/** Functions of the core that are called while `work` runs: `file function` for each, and the same for those that are not. */
const calledIn = async (work: () => void): Promise<{ called: Set<string>; idle: Set<string> }> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const [called, idle] = [new Set<string>(), new Set<string>()]
  for (const { url, functions } of result) {
    const file = /scheduling\/core\/(.+)\.ts/.exec(url)?.[1]
    if (!file || file.endsWith('.test')) continue
    for (const { functionName, ranges } of functions) {
      if (functionName === '') continue
      const name = `${file} ${functionName}`
      if (ranges.some(({ count }) => count > 0)) called.add(name)
      else idle.add(name)
    }
  }
  return { called, idle: new Set([...idle].filter((name) => !called.has(name))) }
}

const features = {
  materials: 0.2,
  waits: 0.3,
  overlaps: 0.3,
  outside: 0.2,
  setups: 0.4,
  pools: 0.3,
  capacities: 0.3,
  alternatives: 0.3,
}

describe('the code of the engine', () => {
  it('runs of shops reach every function of the core', async () => {
    const { called, idle } = await calledIn(() => {
      for (let seed = 1; seed <= 10; seed++) {
        const shop = { seed, projects: 8, operations: 7, categories: 3, trouble: seed % 3 === 0 ? 0.5 : 0 }
        const snapshot = randomShop({ ...shop, ...(seed % 2 === 0 && features) })
        const run = scheduleShop(snapshot, { scope: 'all', effort: 'quick' })
        if ('cancelled' in run) throw new Error('the run was cancelled although it was never stopped')
        const later = { ...planned(snapshot, run), nowMs: snapshot.nowMs + 3 * 86_400_000 }
        scheduleShop(later, { scope: 'all', effort: 'quick' })
      }
    })
    expect(called.size).toBeGreaterThan(100)
    expect([...idle]).toEqual([])
  })
})
