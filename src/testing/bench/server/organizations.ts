import { ask, type Bench, isClean, median, ms, pick, say, seconds, work } from './bench.ts'
import { type DriveResult, drive } from './drive.ts'
import type { BenchState, Shop } from './serve-product.ts'

const people = 50

/** People at work, each time in a shop that `shopOf` names. */
const crowd = (port: number, shopOf: () => Shop, goesOn: (answers: number, elapsedMs: number) => boolean) =>
  drive({ port, callers: people, pauseMs: 5_000, goesOn, ask: (caller) => work(shopOf(), caller) })

type Round = DriveResult & { readonly cpuMsEach: number }

/** The same work in one organization and spread over all of them, in turns. */
export const manyOrganizations = async ({ product, port, roundMs }: Bench, count: number): Promise<void> => {
  const [one] = await ask<Shop[]>(product, { openMany: { shops: 1, projects: 10, operations: 10 }, people })
  if (!one) return
  const empty = await ask<BenchState>(product, 'state')
  const many = await ask<Shop[]>(product, { openMany: { shops: count, projects: 10, operations: 10 }, people: 2 })
  const opened = await ask<BenchState>(product, 'state')
  // The first page of each: what a server holds of an organization comes into being.
  const first = await drive({
    port,
    callers: 1,
    goesOn: (answers) => answers < 2 * count,
    ask: (() => {
      let asked = 0
      return () => {
        const shop = many[(asked >> 1) % count] ?? one
        asked += 1
        return { path: asked % 2 === 1 ? '/projects/columns' : '/schedule', session: shop.sessions[0] }
      }
    })(),
  })
  const warm = await ask<BenchState>(product, 'state')
  const round = async (shopOf: () => Shop): Promise<Round> => {
    const { cpuMs } = await ask<BenchState>(product, 'state')
    const driven = await crowd(port, shopOf, (_, elapsedMs) => elapsedMs < 3 * roundMs)
    const after = await ask<BenchState>(product, 'state')
    return { ...driven, cpuMsEach: (after.cpuMs - cpuMs) / driven.requests }
  }
  const [inOne, inMany]: [Round[], Round[]] = [[], []]
  for (let turn = 0; turn < 3; turn += 1) {
    inOne.push(await round(() => one))
    inMany.push(await round(() => pick(many)))
  }
  const end = await ask<BenchState>(product, 'state')
  const of = (all: readonly Round[], key: 'p50Ms' | 'p99Ms' | 'cpuMsEach') => median(all.map((each) => each[key]))
  const times = of(inMany, 'cpuMsEach') / of(inOne, 'cpuMsEach')
  say(
    `${people} people at work in ${count} organizations of 100 operations`,
    `p50 ${ms(of(inMany, 'p50Ms'))}, p99 ${ms(of(inMany, 'p99Ms'))}, CPU ${ms(of(inMany, 'cpuMsEach'))} each, against ` +
      `p50 ${ms(of(inOne, 'p50Ms'))}, p99 ${ms(of(inOne, 'p99Ms'))}, CPU ${ms(of(inOne, 'cpuMsEach'))} in one: ${times.toFixed(1)} x of CPU; ` +
      `first page p50 ${ms(first.p50Ms)}, p99 ${ms(first.p99Ms)}; ${empty.rssMb} MB before, ${opened.rssMb} MB when all were made, ` +
      `${warm.rssMb} MB after the first page of each, ${end.rssMb} MB at the end (want 2 x, p99 300 ms, 1000 MB)`,
    times <= 2 && of(inMany, 'p99Ms') < 300 && end.rssMb < 1_000 && [first, ...inOne, ...inMany].every(isClean),
  )
}

/** Runs in as many organizations, asked at once and one after the other, while people read in all of them. */
export const manyRuns = async ({ product, port }: Bench, count: number): Promise<void> => {
  const shops = await ask<Shop[]>(product, { openMany: { shops: count, projects: 50, operations: 20 }, people: 3 })
  const tenantIds = shops.map(({ tenantId }) => tenantId)
  const measure = async (atOnce: boolean) => {
    const before = await ask<BenchState>(product, 'state')
    let isOver = false
    const reading = drive({
      port,
      callers: people,
      pauseMs: 4_000,
      goesOn: () => !isOver,
      ask: (caller) => {
        const shop = pick(shops)
        return { path: `/projects/${pick(shop.projectIds)}`, session: shop.sessions[caller % shop.sessions.length] }
      },
    })
    const startedAtMs = performance.now()
    const statuses = await ask<string[]>(product, { scheduleAll: tenantIds, atOnce })
    const tookMs = performance.now() - startedAtMs
    isOver = true
    const read = await reading
    const { gapMs, cpuMs, peakMb } = await ask<BenchState>(product, 'state')
    return { statuses, tookMs, read, gapMs, peakMb, cpuMs: cpuMs - before.cpuMs }
  }
  // The first plan of a shop is more work than the next one.
  await measure(true)
  const turns = [await measure(true), await measure(false)]
  const [together, inTurn] = turns
  if (!together || !inTurn) return
  const succeeded = together.statuses.filter((status) => status === 'Succeeded').length
  say(
    `${count} runs of 1,000 operations asked at once in as many organizations`,
    `${succeeded} succeeded in ${seconds(together.tookMs)} (${seconds(together.cpuMs)} of CPU), one after the other in ${seconds(inTurn.tookMs)} ` +
      `(${seconds(inTurn.cpuMs)}); ${together.read.requests} readings meanwhile p50 ${ms(together.read.p50Ms)}, p99 ${ms(together.read.p99Ms)} ` +
      `against ${ms(inTurn.read.p99Ms)}, longest gap ${together.gapMs} against ${inTurn.gapMs} ms, at most ${together.peakMb} MB (want all, ` +
      'not longer than one after the other, p99 300 ms, gap 100 ms)',
    succeeded === count &&
      together.tookMs <= 1.1 * inTurn.tookMs &&
      together.read.p99Ms < 300 &&
      together.gapMs < 100 &&
      isClean(together.read),
  )
}
