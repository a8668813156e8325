import { checkPlanFile, comparePlanCosts, writePlanFile } from '#domain/shop-files/check-plan-file.ts'
import { ShopFileError } from '#domain/shop-files/parse-shop-file.ts'
import { readShopFile } from '#domain/shop-files/read-shop-file.ts'
import { keepPlan, keptPlan, keptShop, shopNames } from '../instances/kept-shops.ts'
import { gapTo, summaryOf } from './engine-instances.ts'
import { scheduleFor } from './schedule-for.ts'

export interface SetOptions {
  /** Folder with the shops and their best known plans. */
  folder: string
  seconds: number
  seed: number
  /** Names of the shops to schedule; empty = all. */
  only: string[]
  /** Whether to keep a better plan as the best known one. */
  keep: boolean
}

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits))

const benchShop = (name: string, { folder, seconds, seed, keep }: SetOptions) => {
  const shop = keptShop(name, folder)
  const snapshot = readShopFile(shop)
  const timed = scheduleFor(snapshot, { seconds, seed })
  const plan = writePlanFile(shop.name, snapshot, timed.result, `${seconds} s of processor time, seed ${seed}`)
  const { cost, lateProjects, violations } = checkPlanFile(snapshot, plan)
  const best = keptPlan(shop, name, folder)
  const known = best && checkPlanFile(snapshot, best)
  const isBetter = violations.length === 0 && (!known || comparePlanCosts(cost, known.cost) < 0)
  if (keep && isBetter) keepPlan(name, plan, folder)
  const gap = known ? gapTo(known.cost.latenessHours, cost.latenessHours) : null
  return {
    shop: name,
    latenessHours: rounded(cost.latenessHours),
    changeoverHours: rounded(cost.changeoverHours),
    completionHours: rounded(cost.completionHours),
    unscheduled: cost.unscheduled,
    lateProjects,
    best: known ? rounded(known.cost.latenessHours) : null,
    gap: gap === null ? null : rounded(gap, 5),
    seconds: rounded(timed.seconds),
    iterations: timed.iterations,
    seed,
    violations: violations.length,
    kept: keep && isBetter,
  }
}

/**
 * Schedules a set of shops. Prints a JSON line for each on standard output, and on standard error how far the plans are
 * from the best known ones.
 */
export const benchSet = (options: SetOptions): void => {
  const gaps: number[] = []
  let broken = 0
  let kept = 0
  const names = shopNames(options.folder).filter((name) => options.only.length === 0 || options.only.includes(name))
  for (const name of names) {
    try {
      const line = benchShop(name, options)
      console.log(JSON.stringify(line))
      if (line.gap !== null) gaps.push(line.gap)
      if (line.violations > 0) broken++
      if (line.kept) kept++
    } catch (error) {
      if (!(error instanceof ShopFileError)) throw error
      console.error(`${name}: ${error.message}`)
      broken++
    }
  }
  const known = gaps.length > 0 ? summaryOf(gaps) : 'no best known plans'
  console.error(`${names.length} shops, ${known}, ${broken} invalid, ${kept} plans kept`)
  if (broken > 0) process.exitCode = 1
}
