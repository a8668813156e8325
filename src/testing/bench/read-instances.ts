import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { valueAt } from '#domain/value-at.ts'
import type { Instance, InstanceOperation } from './published-instance.ts'

export const instanceFormats = ['jsplib', 'psplib', 'mplib', 'tardiness', 'fjs'] as const
export type InstanceFormat = (typeof instanceFormats)[number]

interface NetworkRecord {
  release?: number
  dur: number[]
  req: number[][]
  succ: number[][]
}

const network = ({ release = 0, dur, req, succ }: NetworkRecord, project: number, first: number): InstanceOperation[] =>
  dur.map((duration, i) => ({
    duration,
    project,
    release,
    demands: (req[i] ?? []).map((units, resource) => ({ resource, units })),
    successors: (succ[i] ?? []).map((next) => next + first),
  }))

/** Jobs of [machine, duration] pairs, with the operations in sequence. */
const routing = (jobs: [number, number][][]): InstanceOperation[] => {
  const operations: InstanceOperation[] = []
  jobs.forEach((job, project) => {
    job.forEach(([resource, duration], k) => {
      const next = operations.length + 1
      const successors = k + 1 < job.length ? [next] : []
      operations.push({ duration, project, release: 0, demands: [{ resource, units: 1 }], successors })
    })
  })
  return operations
}

const readJobShop = (file: string): Instance => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/\s+/).map(Number))
  const [jobCount = 0, machines = 0] = rows[0] ?? []
  const jobs = rows.slice(1, jobCount + 1).map((row) => {
    const pairs: [number, number][] = []
    for (let k = 0; k + 1 < row.length; k += 2) pairs.push([valueAt(row, k), valueAt(row, k + 1)])
    return pairs
  })
  return {
    name: basename(file).replace(/\.[^.]*$/, ''),
    objective: 'makespan',
    capacity: new Array(machines).fill(1),
    due: jobs.map(() => Infinity),
    weight: jobs.map(() => 1),
    operations: routing(jobs),
  }
}

/**
 * A flexible job shop: a line per job with its operations, each the number of its machines and pairs of machine and duration. If setups
 * depend on the sequence, these lines are followed, for each machine, by a line per operation with the setups from it to all operations.
 */
const readFlexibleShop = (file: string): Instance => {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const [jobCount = 0, machines = 0] = rows[0] ?? []
  const operations: InstanceOperation[] = []
  for (const [project, row] of rows.slice(1, jobCount + 1).entries()) {
    for (let k = 1, left = valueAt(row, 0); left > 0; left--) {
      const count = valueAt(row, k)
      const choices = Array.from({ length: count }, (_, choice) => ({
        resource: valueAt(row, k + 1 + 2 * choice),
        duration: valueAt(row, k + 2 + 2 * choice),
      }))
      k += 1 + 2 * count
      const { resource, duration } = valueAt(choices, 0)
      const successors = left > 1 ? [operations.length + 1] : []
      operations.push({ duration, project, release: 0, demands: [{ resource, units: 1 }], successors, choices })
    }
  }
  // Some collections number machines from 0, and others from 1.
  if (operations.every(({ choices = [] }) => choices.every(({ resource }) => resource > 0))) {
    for (const { choices = [], demands } of operations) for (const choice of [...choices, ...demands]) choice.resource--
  }
  const setups = rows.slice(jobCount + 1).flat()
  const size = operations.length ** 2
  if (setups.length !== 0 && setups.length !== machines * size) throw new Error(`${file}: ${setups.length} setups`)
  return {
    name: basename(file).replace(/\.[^.]*$/, ''),
    objective: 'makespan',
    capacity: new Array(machines).fill(1),
    due: new Array(jobCount).fill(Infinity),
    weight: new Array(jobCount).fill(1),
    operations,
    ...(setups.length > 0 && {
      setups: Array.from({ length: machines }, (_, m) => setups.slice(m * size, (m + 1) * size)),
    }),
  }
}

const readRecord = (format: InstanceFormat, line: string): Instance => {
  const record = JSON.parse(line)
  const { name } = record
  if (format === 'tardiness') {
    const jobs: { due: number; weight?: number; ops: [number, number][] }[] = record.jobs
    const operations = routing(jobs.map(({ ops }) => ops))
    const capacity = new Array(record.machines).fill(1)
    const weight = jobs.map((job) => job.weight ?? 1)
    return { name, objective: 'lateness', capacity, due: jobs.map(({ due }) => due), weight, operations }
  }
  const projects: NetworkRecord[] = format === 'mplib' ? record.projects : [record]
  const operations: InstanceOperation[] = []
  projects.forEach((project, index) => {
    operations.push(...network(project, index, operations.length))
  })
  return {
    name,
    objective: 'makespan',
    capacity: record.cap,
    due: projects.map(() => Infinity),
    weight: projects.map(() => 1),
    operations,
  }
}

/** Reads published instances: jsplib and fjs have one per text file, the others one per line of a .jsonl file. */
export const readInstances = (format: InstanceFormat, file: string): Instance[] => {
  if (format === 'jsplib') return [readJobShop(file)]
  if (format === 'fjs') return [readFlexibleShop(file)]
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => readRecord(format, line))
}
