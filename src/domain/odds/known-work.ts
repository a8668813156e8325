import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import type { PreparedPlan } from '../scheduling/prepared-plan.ts'
import type { ModelOperation } from '../scheduling/shop-model.ts'

/** There are odds if so much of the remaining work is at work centers whose pace is known. */
const leastKnownShare = 0.8

/** Whether enough is known of some work; if not, the work center with most of the unknown work (null = that work has none). */
export type Known = { readonly isEnough: true } | { readonly isEnough: false; readonly unknownAt: string | null }

const enough: Known = { isEnough: true }
const nothing: Known = { isEnough: false, unknownAt: null }

/** What is known of all remaining work of each project, and of the work that each operation ends after: its own, and what precedes it. */
export interface KnownWork {
  /** By row of `model.projects`; null = it has no remaining work. */
  readonly projects: readonly (Known | null)[]
  /** By row of `model.operations`; null = it has no remaining work. */
  readonly operations: readonly (Known | null)[]
}

/** Rows of each project: the operations of a project follow each other in the model. */
const rowsByProject = (operations: readonly ModelOperation[], projectCount: number): number[][] => {
  const rows = Array.from({ length: projectCount }, (): number[] => [])
  for (const [row, { projectRow }] of operations.entries()) valueAt(rows, projectRow).push(row)
  return rows
}

/** Says for an operation of a model, and for a whole project, whether enough is known. */
class WorkSums {
  readonly #plan: PreparedPlan
  readonly #isKnown: (row: number) => boolean
  /** By row: the last operation for which it was visited. */
  readonly #visitedFor: Int32Array

  constructor(plan: PreparedPlan, isKnown: (row: number) => boolean) {
    this.#plan = plan
    this.#isKnown = isKnown
    this.#visitedFor = new Int32Array(plan.model.operations.length).fill(-1)
  }

  isOpen(row: number): boolean {
    const { status } = valueAt<ModelOperation>(this.#plan.model.operations, row)
    return status !== 'completed' && !Number.isNaN(floatAt(this.#plan.plannedWorkMs, row))
  }

  /** The row with everything that directly or indirectly precedes it. */
  before(row: number): number[] {
    const rows = [row]
    this.#visitedFor[row] = row
    for (let next = 0; next < rows.length; next++) {
      const { predecessors } = valueAt<ModelOperation>(this.#plan.model.operations, valueAt(rows, next))
      for (const { index } of predecessors) {
        if (intAt(this.#visitedFor, index) === row) continue
        this.#visitedFor[index] = row
        rows.push(index)
      }
    }
    return rows
  }

  judge(rows: readonly number[]): Known | null {
    let [all, known] = [0, 0]
    const unknown = new Map<string | null, number>()
    for (const row of rows) {
      if (!this.isOpen(row)) continue
      const workMs = floatAt(this.#plan.plannedWorkMs, row)
      all += workMs
      if (this.#isKnown(row)) {
        known += workMs
        continue
      }
      const { categoryId } = valueAt<ModelOperation>(this.#plan.model.operations, row).source
      unknown.set(categoryId, (unknown.get(categoryId) ?? 0) + workMs)
    }
    if (all === 0) return null
    if (known >= leastKnownShare * all) return enough
    const [unknownAt] = [...unknown].reduce((most, one) => (one[1] > most[1] ? one : most))
    return unknownAt === null ? nothing : { isEnough: false, unknownAt }
  }
}

/** Finds of which projects and operations of a plan enough is known. `isKnown`: whether the pace of the work of a row is known. */
export const knownWork = (plan: PreparedPlan, isKnown: (row: number) => boolean): KnownWork => {
  const { model } = plan
  const sums = new WorkSums(plan, isKnown)
  const operations: (Known | null)[] = model.operations.map(() => null)
  const projects = rowsByProject(model.operations, model.projects.length).map((rows) => {
    const open = rows.filter((row) => sums.isOpen(row))
    const isWhole = open.every(isKnown)
    for (const row of open) operations[row] = isWhole ? enough : sums.judge(sums.before(row))
    return sums.judge(open)
  })
  return { projects, operations }
}
