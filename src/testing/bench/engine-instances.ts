import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bestOfRules } from '#domain/scheduling/core/best-of-rules.ts'
import { improvePlan } from '#domain/scheduling/core/improve-plan.ts'
import { lowerBound } from '#domain/scheduling/core/lower-bound.ts'
import { checkInstance, coreProblemOf, type Instance, instanceObjective, withChosen } from './core-instance.ts'
import { type InstanceFormat, readInstances } from './read-instances.ts'

export interface InstanceOptions {
  format: InstanceFormat
  files: string[]
  seconds: number
  seed: number
  /** Names of the instances to solve; empty = all. */
  only: string[]
}

interface Known {
  lb?: number
  ub?: number
  CPLEX?: { T: number }
  Gurobi?: { T: number }
}

/** Best known results, if there is a table next to the instances. */
const knownResults = (file: string): Record<string, Known> => {
  const beside = ['best.json', `${basename(file, '.jsonl')}.best.json`, 'milp3600.json']
  const found = beside.map((name) => join(dirname(file), name)).find((path) => existsSync(path))
  return found ? JSON.parse(readFileSync(found, 'utf8')) : {}
}

const solve = (instance: Instance, seconds: number, seed: number) => {
  const started = performance.now()
  const problem = coreProblemOf(instance)
  const bound = lowerBound(problem)
  const rules = bestOfRules(problem, { onPlaced: () => false })
  if (!rules) throw new Error('the rules never stop')
  // The clock is read only occasionally; a replay counts iterations.
  let placements = 0
  let over = false
  const onPlaced = (): boolean => {
    if ((++placements & 255) === 0) over ||= performance.now() - started > seconds * 1000
    return over
  }
  const found = improvePlan(problem, rules.best, { seed, iterations: 1e9, onPlaced })
  const elapsed = (performance.now() - started) / 1000
  const { start, mode } = found.best
  return {
    schedule: [...start],
    modes: [...(mode ?? [])],
    bound,
    seconds: elapsed,
    iterations: rules.iterations + found.iterations,
  }
}

/** Solves published instances: prints a JSON line for each on standard output, and the comparison with the best known on standard error. */
export const benchInstances = ({ format, files, seconds, seed, only }: InstanceOptions): void => {
  const gaps: number[] = []
  let reached = 0
  let broken = 0
  for (const file of files) {
    const known = knownResults(file)
    for (const instance of readInstances(format, file)) {
      if (only.length > 0 && !only.includes(instance.name)) continue
      const { schedule, modes, bound, seconds: elapsed, iterations } = solve(instance, seconds, seed)
      const chosen = withChosen(instance, modes)
      const objective = instanceObjective(chosen, schedule)
      const faults = checkInstance(chosen, schedule)
      if (faults.length > 0) broken++
      const { name } = instance
      console.log(
        JSON.stringify({
          instance: name,
          objective,
          bound,
          seconds: Number(elapsed.toFixed(3)),
          iterations,
          seed,
          schedule,
        }),
      )
      const row = known[name]
      const others = [row?.ub, row?.CPLEX?.T, row?.Gurobi?.T].filter((value) => value !== undefined)
      const best = Math.min(...others)
      const gap = others.length === 0 ? Number.NaN : best === 0 ? (objective === 0 ? 0 : 1) : (objective - best) / best
      if (!Number.isNaN(gap)) gaps.push(gap)
      if (gap <= 0) reached++
      const checked = faults.length === 0 ? 'checker clean' : `FAULTS: ${faults.slice(0, 3).join('; ')}`
      const shown = Number.isNaN(gap) ? '' : `  best known ${best}  gap ${(100 * gap).toFixed(2)} %`
      console.error(`${name.padEnd(16)} ${objective}${shown}  ${iterations} plans  ${checked}`)
    }
  }
  if (gaps.length > 0) {
    const mean = (100 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length
    console.error(
      `${gaps.length} instances, mean gap ${mean.toFixed(3)} %, ${reached} at or below the best known, ${broken} with faults`,
    )
  }
  if (broken > 0) process.exitCode = 1
}
