import { hasModes, type Predecessors, predecessorsOf, topologicalOrder } from '../core-problem.ts'
import { IndexHeap } from '../index-heap.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { changeoverShare, projectEnds } from '../plan-objective.ts'
import { serialSchedule } from '../serial-schedule.ts'
import { searchDispatchKeys } from './dispatch-keys.ts'
import type { Search, SearchRun } from './search-run.ts'

/** Operations examined to find a project that shares a resource with another one at about the same time. */
const candidates = 6
/** Maximum number of projects removed at once. */
const mostProjects = 3
/** How often the operations of the projects are reinserted in a mixed order. */
const mixedShare = 0.2
/** Approximate number of operations that change in one attempt. */
const operationsPerTry = 50
/** Attempts per project in the first annealing; each further one has twice as many. */
const firstTries = 60
/** Initial temperature as a share of the mean cost of a late project; it falls to `coldest` times that. */
const hottest = 0.4
const coldest = 0.01

/**
 * Ruin and recreate with annealing (Schrimpf et al. 2000) on whole projects, for any kind of shop: removes a few projects that meet at some
 * resource from the plan, and reinserts them one after another, each operation in the first free slot. Yields what it has spent, in placements.
 */
export function* ruinAndRecreate(run: SearchRun): Search {
  yield* searchDispatchKeys(run)
  const plan = new ChangingPlan(run)
  const { projectCount, operationCount } = run.problem
  const shiftEvery = Math.max(100, Math.ceil(operationCount / 4))
  // The first round only descends, so that large shops get the most out of a short search.
  for (let tries = firstTries * projectCount, heat = 0; ; tries *= 2, heat = hottest) {
    plan.load(run.best.start, run.best.mode)
    yield operationCount
    const cooling = coldest ** (1 / tries)
    let temperature = heat * plan.meanCost()
    for (let k = 0; k < tries; k++) {
      yield plan.tryProjects(temperature)
      temperature *= cooling
      if (k % shiftEvery !== 0) continue
      plan.load(plan.starts(), plan.modes())
      yield operationCount
    }
    plan.offer()
  }
}

/** A plan from which projects are removed and reinserted. */
class ChangingPlan {
  readonly #run: SearchRun
  readonly #builder: PlanBuilder
  readonly #predecessors: Predecessors
  /** Operations by project and by resource. */
  readonly #rows: number[][] = []
  readonly #users: number[][] = []
  /** Projects with operations to place. */
  readonly #open: Int32Array
  /** Position of each operation in a topological order. */
  readonly #depth: Int32Array
  readonly #projectEnd: Float64Array
  /** By how much operations of each project miss their deadlines. */
  readonly #missed: Float64Array
  readonly #missedBefore: Float64Array
  /** Turn of each project, and of each operation, for reinsertion. */
  readonly #turn: Float64Array
  readonly #keys: Float64Array
  readonly #ready = new IndexHeap()
  /** Number of removed predecessors that are not reinserted yet; -1 = the operation was not removed. */
  readonly #missing: Int32Array
  readonly #removed: number[] = []
  readonly #touched: number[] = []
  readonly #startBefore: Float64Array
  readonly #endBefore: Float64Array
  readonly #workBefore: Float64Array
  readonly #modeBefore: Int32Array
  readonly #projectEndBefore: Float64Array
  #tries = 0
  #offeredAt = 0

  constructor(run: SearchRun) {
    const { problem } = run
    const { operationCount: count, projectCount } = problem
    this.#run = run
    this.#builder = new PlanBuilder(problem)
    this.#predecessors = predecessorsOf(problem)
    for (let p = 0; p < projectCount; p++) this.#rows.push([])
    for (let r = 0; r < problem.resourceCount; r++) this.#users.push([])
    this.#depth = new Int32Array(count)
    for (const [place, i] of topologicalOrder(problem).entries()) {
      this.#depth[i] = place
      this.#rows[problem.project[i]].push(i)
      const { modes } = problem
      for (let d = problem.demandFirst[i]; d < problem.demandFirst[i + 1]; d++) {
        if (d > problem.demandFirst[i] || !hasModes(modes, i)) this.#users[problem.demandResource[d]].push(i)
      }
      if (!hasModes(modes, i)) continue
      for (let row = modes.first[i]; row < modes.first[i + 1]; row++) this.#users[modes.resource[row]].push(i)
    }
    this.#open = Int32Array.from(this.#rows.keys()).filter((p) => this.#rows[p].length > 0)
    this.#projectEnd = new Float64Array(projectCount)
    this.#projectEndBefore = new Float64Array(projectCount)
    this.#missed = new Float64Array(projectCount)
    this.#missedBefore = new Float64Array(projectCount)
    this.#turn = new Float64Array(projectCount)
    this.#keys = new Float64Array(count)
    this.#missing = new Int32Array(count).fill(-1)
    this.#startBefore = new Float64Array(count)
    this.#endBefore = new Float64Array(count)
    this.#workBefore = new Float64Array(count)
    this.#modeBefore = new Int32Array(count)
  }

  /** Generates the plan in the order of these starts and in these modes, shifted left; false if stopped. */
  load(starts: Float64Array, modes?: Int32Array | null): boolean {
    if (!serialSchedule(this.#builder, starts, this.#run.onPlaced, modes)) return false
    this.#projectEnd.set(projectEnds(this.#run.problem, this.#builder))
    for (const p of this.#open) this.#missed[p] = this.#run.objective.missed(p, this.#builder.end)
    this.offer()
    return true
  }

  starts(): Float64Array {
    return this.#builder.start.slice()
  }

  modes(): Int32Array | null {
    return this.#builder.mode?.slice() ?? null
  }

  offer(): void {
    this.#offeredAt = this.#tries
    this.#run.offer(this.#builder)
  }

  /** Mean weighted lateness of late projects, plus the average cost of changeovers per project. */
  meanCost(): number {
    let [late, total] = [0, 0]
    for (const p of this.#open) {
      const cost = this.#latenessOf(p)
      if (cost <= 0) continue
      late++
      total += cost
    }
    const changeover = changeoverShare * this.#builder.changeover
    return total / Math.max(1, late) + changeover / Math.max(1, this.#open.length)
  }

  /** Removes and reinserts some projects, and returns the number of placements. Undone if the plan becomes worse by more than annealing accepts. */
  tryProjects(temperature: number): number {
    this.#tries++
    this.#chooseProjects()
    const changeoverBefore = this.#builder.changeover
    for (const i of this.#removed) {
      this.#startBefore[i] = this.#builder.start[i]
      this.#endBefore[i] = this.#builder.end[i]
      this.#workBefore[i] = this.#builder.startWorkOf(i)
      this.#modeBefore[i] = this.#builder.mode?.[i] ?? -1
      this.#builder.remove(i)
    }
    this.#putBack()
    let change = changeoverShare * (this.#builder.changeover - changeoverBefore)
    let lost = !this.#builder.hasRoomForChangeovers
    for (const i of this.#removed) lost ||= this.#builder.end[i] === Infinity && this.#endBefore[i] !== Infinity
    for (const p of this.#touched) {
      change -= this.#costOf(p)
      this.#projectEndBefore[p] = this.#projectEnd[p]
      this.#missedBefore[p] = this.#missed[p]
      this.#projectEnd[p] = this.#endOf(p)
      this.#missed[p] = this.#run.objective.missed(p, this.#builder.end)
      change += this.#costOf(p)
    }
    if (!lost && (change <= 0 || this.#run.random() < Math.exp(-change / temperature))) {
      // Copying the plan costs as much as some attempts, so a large shop copies less often.
      const isDue = (this.#tries - this.#offeredAt) * operationsPerTry > this.#builder.end.length
      if (isDue) this.offer()
    } else this.#undo()
    for (const i of this.#removed) this.#missing[i] = -1
    return this.#removed.length
  }

  #undo(): void {
    for (const i of this.#removed) this.#builder.remove(i)
    for (const i of this.#removed) {
      this.#builder.putBack(i, this.#workBefore[i], this.#startBefore[i], this.#endBefore[i], this.#modeBefore[i])
    }
    for (const p of this.#touched) {
      this.#projectEnd[p] = this.#projectEndBefore[p]
      this.#missed[p] = this.#missedBefore[p]
    }
  }

  #latenessOf(project: number): number {
    return this.#run.objective.lateness(project, this.#projectEnd[project], this.#missed[project])
  }

  #costOf(project: number): number {
    return this.#run.objective.projectCost(project, this.#projectEnd[project], this.#missed[project])
  }

  #endOf(project: number): number {
    let latest = this.#run.problem.fixedEnd[project]
    for (const i of this.#rows[project]) {
      const end = this.#builder.end[i]
      if (end !== Infinity && end > latest) latest = end
    }
    return latest
  }

  /** Lists the operations of a project, usually a late one, and of some that share a resource with it. */
  #chooseProjects(): void {
    const run = this.#run
    this.#removed.length = 0
    this.#touched.length = 0
    let first = this.#open[run.below(this.#open.length)]
    for (let k = 0; k < 2; k++) {
      const other = this.#open[run.below(this.#open.length)]
      if (this.#latenessOf(other) > this.#latenessOf(first)) first = other
    }
    this.#take(first)
    for (let more = 1 + run.below(mostProjects - 1); more > 0; more--) {
      const rows = this.#rows[first]
      this.#take(this.#neighbor(rows[run.below(rows.length)]))
    }
  }

  /** The project of an operation that is close in time on the same resource. */
  #neighbor(operation: number): number {
    const { demandFirst, project } = this.#run.problem
    const { demandResource } = this.#builder
    const demands = demandFirst[operation + 1] - demandFirst[operation]
    if (demands === 0) return this.#open[this.#run.below(this.#open.length)]
    const users = this.#users[demandResource[demandFirst[operation] + this.#run.below(demands)]]
    const { start } = this.#builder
    let nearest = operation
    let least = Infinity
    for (let k = 0; k < candidates; k++) {
      const other = users[this.#run.below(users.length)]
      const apart = Math.abs(start[other] - start[operation])
      if (project[other] !== project[operation] && apart < least) {
        nearest = other
        least = apart
      }
    }
    return project[nearest]
  }

  /** Adds all operations of a project, and their successors in others, to the list. */
  #take(project: number): void {
    const { successorFirst, successor, project: projectOf } = this.#run.problem
    this.#turn[project] = this.#run.random()
    for (const row of this.#rows[project]) {
      let next = this.#removed.length
      this.#list(row)
      for (; next < this.#removed.length; next++) {
        const i = this.#removed[next]
        for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
          if (this.#missing[successor[e]] < 0) this.#turn[projectOf[successor[e]]] = this.#run.random()
          this.#list(successor[e])
        }
      }
    }
  }

  #list(operation: number): void {
    if (this.#missing[operation] >= 0) return
    this.#missing[operation] = 0
    this.#removed.push(operation)
    const project = this.#run.problem.project[operation]
    if (!this.#touched.includes(project)) this.#touched.push(project)
  }

  /** Reinserts the removed operations, project by project in the order of turns, or mixed at random. */
  #putBack(): void {
    const { successorFirst, successor, project, operationCount } = this.#run.problem
    const missing = this.#missing
    const isMixed = this.#run.random() < mixedShare
    for (const i of this.#removed) {
      this.#keys[i] = isMixed ? this.#run.random() : this.#turn[project[i]] * 1e6 + this.#depth[i] / operationCount
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) missing[successor[e]]++
    }
    for (const i of this.#removed) if (missing[i] === 0) this.#ready.push(i, this.#keys[i])
    while (this.#ready.size > 0) {
      const i = this.#ready.pop()
      this.#builder.insert(i, this.#predecessors)
      // Checks for a request to stop, which takes effect after this attempt.
      this.#run.onPlaced()
      for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
        missing[successor[e]]--
        if (missing[successor[e]] === 0) this.#ready.push(successor[e], this.#keys[successor[e]])
      }
    }
  }
}
