import { Session } from 'node:inspector/promises'
import { parentPort } from 'node:worker_threads'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { RandomShop } from './bench/random-shop.ts'

/** What runs of the engine call. Names are `file function`, without the ending of the file. */
export interface CalledFunctions {
  readonly called: readonly string[]
  readonly idle: readonly string[]
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

/** Schedules ten shops, each of them again three days later, and two that are too late for a search to end soon. */
const scheduleShops = async (): Promise<void> => {
  const { scheduleShop } = await import('#domain/scheduling/schedule-shop.ts')
  const { randomShop } = await import('./bench/random-shop.ts')
  const { planned } = await import('./plan-as-present.ts')
  for (let seed = 1; seed <= 10; seed++) {
    const shop = { seed, projects: 8, operations: 7, categories: 3, trouble: seed % 3 === 0 ? 0.5 : 0 }
    const snapshot = randomShop({ ...shop, ...(seed % 2 === 0 && features) })
    const run = scheduleShop(snapshot, { scope: 'all', effort: 'quick' })
    if ('cancelled' in run) throw new Error('the run was cancelled although it was never stopped')
    const later = { ...planned(snapshot, run), nowMs: snapshot.nowMs + 3 * 86_400_000 }
    scheduleShop(later, { scope: 'all', effort: 'quick' })
  }
  const release = { productionStartMs: null, engineeringReleaseMs: null, customerReleaseMs: null }
  const late = (shape: RandomShop): ShopSnapshot => {
    const snapshot = randomShop(shape)
    return { ...snapshot, projects: snapshot.projects.map((of) => ({ ...of, ...release, dueMs: snapshot.nowMs })) }
  }
  const alternatives = { seed: 4, projects: 8, operations: 7, categories: 3, trouble: 0, alternatives: 0.5, pools: 0.3 }
  scheduleShop(late(alternatives), { scope: 'all', effort: 'quick' })
  // Small enough for the search to join good plans.
  scheduleShop(late({ seed: 4, projects: 5, operations: 4, categories: 3, trouble: 0 }), {
    scope: 'all',
    effort: 'balanced',
  })
}

/**
 * Runs in a thread of its own and loads the engine after the profiler has started: of a module that was loaded before, only
 * functions that are called would be reported. Whether a function is called is enough; counting the calls takes five times as long.
 */
const report = async (): Promise<CalledFunctions> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  await scheduleShops()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const [called, idle] = [new Set<string>(), new Set<string>()]
  for (const { url, functions } of result) {
    const file = /scheduling\/core\/(.+)\.ts/.exec(url)?.[1]
    if (!file) continue
    for (const { functionName, ranges } of functions) {
      if (functionName === '') continue
      const name = `${file} ${functionName}`
      if (ranges.some(({ count }) => count > 0)) called.add(name)
      else idle.add(name)
    }
  }
  return { called: [...called], idle: [...idle].filter((name) => !called.has(name)) }
}

parentPort?.postMessage(await report())
