import { join } from 'node:path'
import { valueAt } from '#domain/value-at.ts'
import { cpuMs } from './cpu-time.ts'
import { solveInstance } from './engine-instances.ts'
import { installPeers, peerFolder } from './peers.ts'
import type { Instance } from './published-instance.ts'
import { randomNumbers } from './random-shop.ts'

interface Solution {
  readonly Status: string
  readonly ObjectiveValue: number
}
interface Highs {
  solve(model: string, options: { readonly time_limit: number }): Solution
}

const machines = 4
/** Jobs that visit every machine once, each in its own order. */
const jobShop = (seed: number, jobs: number, objective: Instance['objective']): Instance => {
  const random = randomNumbers(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const operations = Array.from({ length: jobs }, (_, project) => {
    const route = Array.from({ length: machines }, (_, resource) => ({ resource, key: random() }))
    return route.sort((a, b) => a.key - b.key).map(({ resource }, step) => ({ project, resource, step }))
  }).flat()
  return {
    name: `${jobs} x ${machines}, seed ${seed}, ${objective}`,
    objective,
    capacity: Array.from({ length: machines }, () => 1),
    due: Array.from({ length: jobs }, () => 15 + below(30)),
    weight: Array.from({ length: jobs }, () => 1 + below(5)),
    operations: operations.map(({ project, resource, step }, i) => ({
      project,
      duration: 1 + below(12),
      release: 0,
      demands: [{ resource, units: 1 }],
      successors: step + 1 < machines ? [i + 1] : [],
    })),
  }
}

/** The instance in LP format: a start for each operation, and a binary order for each pair on a machine. */
const modelOf = ({ objective, due, weight, operations }: Instance): string => {
  const horizon = operations.reduce((sum, { duration }) => sum + duration, 0)
  const isMakespan = objective === 'makespan'
  const rows: string[] = []
  const pairs: string[] = []
  operations.forEach(({ duration, project, successors, demands }, i) => {
    for (const next of successors) rows.push(`s${next} - s${i} >= ${duration}`)
    const late = isMakespan ? 0 : valueAt(due, project)
    rows.push(`${isMakespan ? 'makespan' : `late${project}`} - s${i} >= ${duration - late}`)
    operations.slice(0, i).forEach((other, j) => {
      if (valueAt(other.demands, 0).resource !== valueAt(demands, 0).resource) return
      const first = `first${i}_${j}`
      pairs.push(first)
      rows.push(`s${j} - s${i} - ${horizon} ${first} >= ${duration - horizon}`)
      rows.push(`s${i} - s${j} + ${horizon} ${first} >= ${other.duration}`)
    })
  })
  const goal = isMakespan ? 'makespan' : weight.map((factor, project) => `${factor} late${project}`).join(' + ')
  return ['Minimize', goal, 'Subject To', ...rows, 'Binary', ...pairs, 'End'].join('\n')
}

/** Solves small job shops as shops, and as integer programs with HiGHS, which can prove optimality. Both get processor time of one thread. */
export const compareWithSolver = async (seed: number, limitSeconds: number): Promise<void> => {
  if (!installPeers('highs')) return console.log('HiGHS cannot be installed here, so there is nothing to compare with.')
  const peer: { readonly default: () => Promise<Highs> } = await import(join(peerFolder('highs'), 'build', 'highs.js'))
  for (const objective of ['makespan', 'lateness'] as const) {
    for (const jobs of [4, 5, 6, 7, 8]) {
      const instance = jobShop(seed + jobs, jobs, objective)
      const ours = solveInstance(instance, { clock: 'shop', seconds: limitSeconds, seed })
      const { objective: found, faults } = ours
      const highs = await peer.default()
      const beganMs = cpuMs()
      const { Status: status, ObjectiveValue } = highs.solve(modelOf(instance), { time_limit: limitSeconds })
      const theirs = (cpuMs() - beganMs) / 1000
      const value = Math.round(ObjectiveValue)
      const isWorse = found > value
      console.log(
        `${isWorse || faults.length > 0 ? 'MISS' : 'ok  '} ${instance.name}: ours ${found} in ${ours.seconds.toFixed(2)} s, ` +
          `HiGHS ${value} in ${theirs.toFixed(2)} s (${status}), ${faults.length} faults`,
      )
      if (isWorse || faults.length > 0) process.exitCode = 1
    }
  }
}
