import type { RankedPlan } from './best-of-rules.ts'
import type { CoreProblem } from './core-problem.ts'
import { lowerBound } from './lower-bound.ts'
import { reverseProblem } from './reverse-problem.ts'
import { criticalSwaps, isOneJobPerProject, leastSwapMembers } from './search/critical-swaps.ts'
import { flexibleSearch } from './search/flexible-search.ts'
import { flexibleShopOf } from './search/flexible-shop.ts'
import { geneticSearch } from './search/genetic-search.ts'
import { jobShopOf } from './search/job-shop.ts'
import { pathRelinking } from './search/path-relinking.ts'
import { ruinAndRecreate } from './search/ruin-and-recreate.ts'
import { type SearchOptions, SearchRun } from './search/search-run.ts'
import { fitsSlots } from './search/slot-schedule.ts'
import { tabuSearch } from './search/tabu-search.ts'

/** Searches for a better plan with the methods suited to the structure of the problem. Never returns a worse one. */
export const improvePlan = (
  problem: CoreProblem,
  first: RankedPlan,
  options: SearchOptions,
): { best: RankedPlan; iterations: number } => {
  if (options.iterations <= 0 || problem.operationCount < 2) return { best: first, iterations: 0 }
  const bound = Math.max(options.bound ?? -Infinity, lowerBound(problem))
  const run = new SearchRun(problem, first, { ...options, bound })
  const shop = problem.setups ? null : jobShopOf(problem)
  const flexible = problem.objective === 'makespan' ? flexibleShopOf(problem) : null
  if (flexible) flexibleSearch(run, flexible)
  else if (shop && problem.objective === 'makespan') pathRelinking(run, shop, tabuSearch(run, shop))
  else if (shop && isOneJobPerProject(problem, shop))
    pathRelinking(run, shop, criticalSwaps(run, shop), leastSwapMembers)
  else if (problem.objective === 'lateness') ruinAndRecreate(run)
  else {
    const backwards = fitsSlots(problem) && !problem.setups ? reverseProblem(problem) : null
    if (backwards) geneticSearch(run, backwards)
    else ruinAndRecreate(run)
  }
  return { best: run.best, iterations: run.iterations }
}
