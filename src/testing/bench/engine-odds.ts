import { forecastShop } from '#domain/forecast/forecast-shop.ts'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import type { LearnedDurations } from '#domain/odds/duration-model.ts'
import { paceDrift } from '#domain/odds/pace-drift.ts'
import { noOdds, oddsSamples, shopOdds } from '#domain/odds/shop-odds.ts'
import { followShop } from '#domain/scheduling/followed-shop.ts'
import { PreparedPlan } from '#domain/scheduling/prepared-plan.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopModel } from '#domain/scheduling/shop-model.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { planned } from '../plan-as-present.ts'
import { randomNumbers, randomShop } from './random-shop.ts'

const samples = 200
const shownProjects = 5
const odds = [50, 80, 90]

/** CPU time of this thread per call, over so many calls that the coarse clock of the system does not matter. */
const cpuMsOf = (calls: number, call: () => void): number => {
  call()
  const before = process.threadCpuUsage()
  for (let i = 0; i < calls; i++) call()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / calls
}

/** The shop of 20,000 operations five days after a run. Some of its work has begun. */
const agedShop = (seed: number): ShopSnapshot => {
  const made = randomShop({ seed, projects: 1_000, operations: 20, categories: 50, trouble: 0 })
  const result = scheduleShop(made, { scope: 'all' })
  if ('cancelled' in result) throw new Error('nobody cancelled')
  const nowMs = made.nowMs + 5 * dayMs
  const shop = { ...planned(made, result), nowMs }
  for (const operation of shop.projects.flatMap(({ operations }) => operations)) {
    const { scheduledStartMs: start, scheduledEndMs: end } = operation
    if (start === null || end === null || start >= nowMs) continue
    operation.actualStartMs = start
    if (end > nowMs) operation.progressPercentage = Math.round(((nowMs - start) / (end - start)) * 99)
    else {
      operation.actualEndMs = end
      operation.progressPercentage = 100
    }
  }
  return shop
}

/** 0.7 to 1.5 times the estimate, most often the estimate itself: a triangular distribution. */
const drawFactor = (random: () => number): number => {
  const [least, likely, most] = [0.7, 1, 1.5]
  const [drawn, middle] = [random(), (likely - least) / (most - least)]
  return drawn < middle
    ? least + Math.sqrt(drawn * (most - least) * (likely - least))
    : most - Math.sqrt((1 - drawn) * (most - least) * (most - likely))
}

/** The end that a share of the samples does not exceed. */
const endWithOdds = (ends: readonly number[], percent: number): number =>
  valueAt(
    ends.toSorted((a, b) => a - b),
    Math.ceil((ends.length * percent) / 100) - 1,
  )

const dayOf = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : 'no date')

/** Prints the odds of the projects whose forecast is nearest to their ship date. */
const printProjects = (plan: PreparedPlan, completions: readonly Float64Array[]): void => {
  plan.pass()
  const forecast = new Float64Array(plan.model.projects.length)
  plan.readCompletions(forecast)
  const dated = plan.model.projects.flatMap(({ projectNumber, dueMs }, row) => {
    const endMs = valueAt(forecast, row)
    return dueMs === null || !Number.isFinite(endMs) ? [] : [{ projectNumber, dueMs, row, endMs }]
  })
  dated.sort((a, b) => Math.abs(a.endMs - a.dueMs) - Math.abs(b.endMs - b.dueMs))
  for (const { projectNumber, dueMs, row, endMs } of dated.slice(0, shownProjects)) {
    const ends = completions.map((sample) => valueAt(sample, row))
    const shares = odds.map((percent) => `${percent} % by ${dayOf(endWithOdds(ends, percent))}`).join(', ')
    const onTime = (ends.filter((end) => end <= dueMs).length * 100) / samples
    const dates = `ships ${dayOf(dueMs - 1)}, forecast ${dayOf(endMs)}`
    console.log(`  project ${projectNumber}: ${dates}; ${shares}; on time in ${onTime} % of the samples`)
  }
}

/** What 40 finished operations of each work center say that took 1.1 times their estimate. */
const learnedFrom = ({ categories, nowMs }: ShopSnapshot, seed: number): LearnedDurations => {
  const random = randomNumbers(seed)
  const categoryId = categories.flatMap((category) => Array.from({ length: 40 }, () => category.categoryId))
  const work = {
    categoryId,
    name: categoryId.map(() => ''),
    setupFamily: categoryId.map(() => ''),
    estimateHours: categoryId.map(() => 4),
    actualHours: categoryId.map(() => 4.4 * Math.exp(random() - 0.5)),
    includesWaiting: categoryId.map(() => false),
    finishedMs: categoryId.map(() => nowMs - 90 * dayMs * random()),
  }
  return { paces: learnPaces(work, nowMs), drift: paceDrift(work, nowMs) }
}

/** How long a plan of 20,000 operations takes to prepare, to follow, and to follow 200 times with durations drawn around the estimates. */
export const benchOdds = (seed: number): void => {
  const snapshot = agedShop(seed)
  const preparedMs = cpuMsOf(10, () => new PreparedPlan(shopModel(snapshot, 'all', 'keepSequence')))
  const followedMs = cpuMsOf(10, () => followShop(snapshot))
  const forecastMs = cpuMsOf(10, () => forecastShop(snapshot))
  const plan = new PreparedPlan(shopModel(snapshot, 'all', 'keepSequence'))
  const passMs = cpuMsOf(50, () => plan.pass())

  const random = randomNumbers(seed)
  const workMs = new Float64Array(plan.plannedWorkMs.length)
  const draw = (): void => {
    for (let i = 0; i < workMs.length; i++) workMs[i] = valueAt(plan.plannedWorkMs, i) * drawFactor(random)
  }
  const drawMs = cpuMsOf(20, draw)
  for (const waitsForPlan of [true, false]) {
    const completions: Float64Array[] = []
    const sampleMs = cpuMsOf(samples, () => {
      draw()
      plan.pass({ workMs, waitsForPlan })
      const completion = new Float64Array(plan.model.projects.length)
      plan.readCompletions(completion)
      if (completions.length < samples) completions.push(completion)
    })
    const way = waitsForPlan ? 'work waits for its planned start' : 'work starts as soon as it can'
    const times = `${(samples * sampleMs).toFixed(0)} ms, ${sampleMs.toFixed(1)} ms each`
    console.log(`${samples} passes with drawn durations, ${way}: ${times}`)
    printProjects(plan, completions)
  }
  const learned = learnedFrom(snapshot, seed)
  let known = noOdds
  const beganMs = performance.now()
  const oddsMs = cpuMsOf(1, () => {
    known = shopOdds(snapshot, learned)
  })
  const wallMs = (performance.now() - beganMs) / 2
  console.log(
    `shopOdds, ${oddsSamples} samples as on the floor, with learned paces: ${oddsMs.toFixed(0)} ms (${wallMs.toFixed(0)} ms by the clock), ` +
      `${known.projects.length} projects and ${known.operations.length} operations with odds`,
  )
  console.log(
    `${plan.model.operations.length} operations, ${plan.sequence.length} of them placed. Prepared ${preparedMs.toFixed(0)} ms, ` +
      `one pass ${passMs.toFixed(1)} ms, drawing durations ${drawMs.toFixed(1)} ms; ` +
      `followed with figures ${followedMs.toFixed(0)} ms, forecast ${forecastMs.toFixed(0)} ms. CPU time of one thread.`,
  )
}
