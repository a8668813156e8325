import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod/mini'
import { valueAt } from '#domain/value-at.ts'
import { instanceBound } from './instance-bound.ts'
import { type InstanceClock, instancePlanOf, shopObstacle, shopOfInstance } from './instance-shop.ts'
import { checkInstance, type Instance, instanceObjective, withChosen } from './published-instance.ts'
import { type InstanceFormat, readInstances } from './read-instances.ts'
import { scheduleFor } from './schedule-for.ts'

export interface InstanceOptions {
  format: InstanceFormat
  clock: InstanceClock
  files: string[]
  seconds: number
  seed: number
  /** Names of the instances to solve; empty = all. */
  only: string[]
  /** A table of best known results; null = the one beside the instances, if there is one. */
  best: string | null
}

const Solved = z.object({ T: z.number() })
const KnownResults = z.record(
  z.string(),
  z.object({ ub: z.optional(z.number()), CPLEX: z.optional(Solved), Gurobi: z.optional(Solved) }),
)
type KnownResults = z.infer<typeof KnownResults>

const knownResults = (file: string, best: string | null): KnownResults => {
  const beside = ['best.json', `${basename(file, '.jsonl')}.best.json`, 'milp3600.json']
  const found = best ?? beside.map((name) => join(dirname(file), name)).find((path) => existsSync(path))
  return found === undefined ? {} : KnownResults.parse(JSON.parse(readFileSync(found, 'utf8')))
}

/** The best known objective of an instance; null if the table has none. */
const bestKnown = (known: KnownResults, name: string): number | null => {
  const { ub, CPLEX, Gurobi } = known[name] ?? {}
  const values = [ub, CPLEX?.T, Gurobi?.T].filter((value) => value !== undefined)
  return values.length === 0 ? null : Math.min(...values)
}

/** Solves an instance as a shop. The plan is read back into the units of the instance, and checked against it alone. */
export const solveInstance = (
  instance: Instance,
  { clock, seconds, seed }: Pick<InstanceOptions, 'clock' | 'seconds' | 'seed'>,
) => {
  const bound = instanceBound(instance)
  const planOf = (result: Parameters<typeof instancePlanOf>[2]) => {
    const plan = instancePlanOf(instance, clock, result)
    return { ...plan, objective: instanceObjective(withChosen(instance, plan.choices), plan.starts) }
  }
  const isBest =
    clock === 'shop' ? (result: Parameters<typeof planOf>[0]) => planOf(result).objective <= bound : undefined
  const timed = scheduleFor(shopOfInstance(instance, clock), { seconds, seed, isBest })
  const plan = planOf(timed.result)
  const chosen = withChosen(instance, plan.choices)
  const lengths = chosen.operations.flatMap(({ duration }, i) =>
    valueAt(plan.ends, i) - valueAt(plan.starts, i) === duration ? [] : [`operation ${i} has the wrong length`],
  )
  return { ...timed, ...plan, bound, faults: [...checkInstance(chosen, plan.starts), ...lengths] }
}

/** By which share a value is above the best known one. */
export const gapTo = (best: number, value: number): number => {
  if (best !== 0) return (value - best) / best
  return value === 0 ? 0 : 1
}

/** The mean of gaps in percent, and how many are zero or less. */
export const summaryOf = (gaps: readonly number[]): string => {
  const mean = (100 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length
  const exact = gaps.filter((gap) => gap <= 1e-9).length
  return `${gaps.length} with a best known, mean gap ${mean.toFixed(3)} %, ${exact} at or below it`
}

/**
 * Solves published instances as shops. Prints a JSON line for each on standard output, and on standard error the
 * comparison with the best known and the instances that cannot be described as a shop.
 */
export const benchInstances = ({ format, clock, files, seconds, seed, only, best }: InstanceOptions): void => {
  const gaps: number[] = []
  let broken = 0
  let skipped = 0
  for (const file of files) {
    const known = knownResults(file, best)
    for (const instance of readInstances(format, file)) {
      const { name } = instance
      if (only.length > 0 && !only.includes(name)) continue
      const obstacle = shopObstacle(instance)
      if (obstacle) {
        skipped++
        console.error(`${name.padEnd(16)} cannot be described as a shop: ${obstacle}`)
        continue
      }
      const { starts, choices, objective, bound, iterations, faults, ...solved } = solveInstance(instance, {
        clock,
        seconds,
        seed,
      })
      if (faults.length > 0) broken++
      const line = { instance: name, objective, bound, seconds: Number(solved.seconds.toFixed(3)), iterations, seed }
      const isFlexible = choices.some((choice) => choice >= 0)
      console.log(JSON.stringify({ ...line, schedule: starts, ...(isFlexible && { choices }) }))
      const reference = bestKnown(known, name)
      if (reference !== null) gaps.push(gapTo(reference, objective))
      const gap = reference === null ? 0 : 100 * gapTo(reference, objective)
      const shown = reference === null ? '' : `  best known ${reference}  gap ${gap.toFixed(2)} %`
      const hours = solved.result.objective.weightedLatenessHours.toFixed(2)
      const checked = faults.length === 0 ? 'checker clean' : `FAULTS: ${faults.slice(0, 3).join('; ')}`
      console.error(
        `${name.padEnd(16)} ${objective}${shown}  ${hours} h of clock time  ${iterations} plans  ${checked}`,
      )
    }
  }
  if (gaps.length > 0) console.error(`${summaryOf(gaps)}, ${broken} with faults`)
  if (skipped > 0) console.error(`${skipped} cannot be described as a shop`)
  if (broken > 0 || skipped > 0) process.exitCode = 1
}
