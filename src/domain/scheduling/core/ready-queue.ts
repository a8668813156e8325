import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'

/**
 * Operations that could start, best first at any moment, in logarithmic time. Before their urgent
 * instant all operations gain the same per unit of time, so their order is constant; behind it the key is. Hence two heaps.
 */
export class ReadyQueue {
  readonly #rule: DispatchRule
  readonly #urgent = new IndexHeap()
  /** By the keys that hold before the urgent instants, apart from the time that goes by for all alike. */
  readonly #patient = new IndexHeap()
  size = 0

  constructor(rule: DispatchRule) {
    this.#rule = rule
  }

  /** `at` = the present instant. It never goes back. */
  push(operation: number, at: number): void {
    const { urgency, keys } = this.#rule
    const key = keys[operation]
    const urgentAt = urgency ? urgency.urgentAt[operation] : at
    if (!urgency || urgentAt <= at) this.#urgent.push(operation, key)
    else this.#patient.push(operation, key + urgentAt / urgency.scale)
    this.size++
  }

  /** What decides between operations at instant `at`; less is better. */
  keyAt(operation: number, at: number): number {
    const { urgency, keys } = this.#rule
    if (!urgency || urgency.urgentAt[operation] <= at) return keys[operation]
    return keys[operation] + urgency.urgentAt[operation] / urgency.scale - at / urgency.scale
  }

  /** The best at instant `at`, without taking it out. */
  best(at: number): number {
    return this.#heapOfBest(at).peek()
  }

  /** What decides for the best at instant `at`. */
  bestKey(at: number): number {
    const { urgency } = this.#rule
    const heap = this.#heapOfBest(at)
    return urgency && heap === this.#patient ? heap.firstKey - at / urgency.scale : heap.firstKey
  }

  /** Takes out the best at instant `at`. */
  pop(at: number): number {
    this.size--
    return this.#heapOfBest(at).pop()
  }

  /** The heap whose first is the best at instant `at`. */
  #heapOfBest(at: number): IndexHeap {
    const { urgency, keys } = this.#rule
    if (!urgency) return this.#urgent
    let patient = this.#patient.peek()
    while (patient >= 0 && urgency.urgentAt[patient] <= at) {
      this.#urgent.push(this.#patient.pop(), keys[patient])
      patient = this.#patient.peek()
    }
    const urgent = this.#urgent.peek()
    if (patient < 0) return this.#urgent
    if (urgent < 0) return this.#patient
    const patientKey = this.#patient.firstKey - at / urgency.scale
    const urgentKey = this.#urgent.firstKey
    const patientFirst = patientKey < urgentKey || (patientKey === urgentKey && patient < urgent)
    return patientFirst ? this.#patient : this.#urgent
  }
}

/** Operations that are compared with their changeovers. */
const compared = 16

/**
 * Operations that could start at a resource with changeovers. The first of them are kept apart from the others, so that they can be compared
 * with the changeover to each without leaving the heaps and coming back.
 */
export class SetupQueue {
  readonly #others: ReadyQueue
  readonly #first = new Int32Array(compared)
  /** Their keys at the instant of the last look. */
  readonly #keys = new Float64Array(compared)
  readonly #extraKey: (operation: number, at: number) => number
  #count = 0
  /** The instant of the last look, if nothing has come or gone since. */
  #lookedAt = Number.NaN

  /** `extraKey`: what the changeover to an operation that starts at an instant adds to its key. */
  constructor(others: ReadyQueue, extraKey: (operation: number, at: number) => number) {
    this.#others = others
    this.#extraKey = extraKey
  }

  get size(): number {
    return this.#count + this.#others.size
  }

  push(operation: number, at: number): void {
    this.#others.push(operation, at)
    this.#lookedAt = Number.NaN
  }

  /** The best at instant `at` apart from changeovers, without taking it out. */
  best(at: number): number {
    this.#look(at)
    let best = 0
    for (let i = 1; i < this.#count; i++) if (this.#isBehind(best, i)) best = i
    return this.#first[best]
  }

  /** What decides for the best at instant `at` apart from changeovers. */
  bestKey(at: number): number {
    return this.#others.keyAt(this.best(at), at)
  }

  /** Takes out the one of the first at instant `at` that is best with its changeover. */
  pop(at: number): number {
    this.#look(at)
    const [first, keys] = [this.#first, this.#keys]
    let [best, least] = [0, Infinity]
    for (let i = 0; i < this.#count; i++) {
      // A changeover makes no key better.
      if (keys[i] > least) continue
      const score = keys[i] + this.#extraKey(first[i], at)
      if (score > least || (score === least && this.#isBehind(i, best))) continue
      ;[best, least] = [i, score]
    }
    const operation = first[best]
    first[best] = first[--this.#count]
    this.#lookedAt = Number.NaN
    return operation
  }

  /** Sees to it that the first ones at instant `at` are those kept apart. */
  #look(at: number): void {
    if (at === this.#lookedAt) return
    this.#lookedAt = at
    const others = this.#others
    while (this.#count < compared && others.size > 0) this.#first[this.#count++] = others.pop(at)
    let last = 0
    for (let i = 0; i < this.#count; i++) {
      this.#keys[i] = others.keyAt(this.#first[i], at)
      if (this.#isBehind(i, last)) last = i
    }
    while (others.size > 0) {
      const next = others.best(at)
      const key = others.keyAt(next, at)
      if (key > this.#keys[last] || (key === this.#keys[last] && next > this.#first[last])) return
      const operation = others.pop(at)
      others.push(this.#first[last], at)
      this.#first[last] = operation
      this.#keys[last] = key
      for (let i = 0; i < this.#count; i++) if (this.#isBehind(i, last)) last = i
    }
  }

  #isBehind(a: number, b: number): boolean {
    return this.#keys[a] > this.#keys[b] || (this.#keys[a] === this.#keys[b] && this.#first[a] > this.#first[b])
  }
}
