import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'

/**
 * Operations that could start, best first at any moment, in logarithmic time. Before their urgent instants, the keys of all operations
 * change at the same rate, so their order is constant; afterwards the keys are constant. Hence two heaps.
 */
export class ReadyQueue {
  readonly #rule: DispatchRule
  readonly #scale: number
  readonly #urgent = new IndexHeap()
  /** Ordered by the keys before the urgent instants, without the common change over time. */
  readonly #patient = new IndexHeap()
  /**
   * The key of the first urgent operation, the key of the first patient one, and the instant at which that becomes
   * urgent; NaN = none. Stored together, because the best key is read far more often than queues change.
   */
  readonly #firsts = Float64Array.of(Infinity, Infinity, Number.NaN)
  size = 0

  constructor(rule: DispatchRule) {
    this.#rule = rule
    this.#scale = rule.urgency?.scale ?? 1
  }

  /** `at` is now. It never decreases. */
  push(operation: number, at: number): void {
    const { urgency, keys } = this.#rule
    const key = keys[operation]
    const urgentAt = urgency ? urgency.urgentAt[operation] : at
    this.size++
    if (urgentAt <= at) {
      this.#urgent.push(operation, key)
      this.#firsts[0] = this.#urgent.firstKey
    } else {
      this.#patient.push(operation, key + urgentAt / this.#scale)
      this.#notePatient()
    }
  }

  /** The key that compares operations at instant `at`; less is better. */
  keyAt(operation: number, at: number): number {
    const { urgency, keys } = this.#rule
    if (!urgency || urgency.urgentAt[operation] <= at) return keys[operation]
    return keys[operation] + urgency.urgentAt[operation] / urgency.scale - at / urgency.scale
  }

  /** The best operation at instant `at`, without removing it. */
  best(at: number): number {
    return (this.#isPatient(at) ? this.#patient : this.#urgent).peek()
  }

  /** The key of the best operation at instant `at`. */
  bestKey(at: number): number {
    return this.#isPatient(at) ? this.#firsts[1] - at / this.#scale : this.#firsts[0]
  }

  /** Removes the best operation at instant `at`. */
  pop(at: number): number {
    this.size--
    if (this.#isPatient(at)) {
      const operation = this.#patient.pop()
      this.#notePatient()
      return operation
    }
    const operation = this.#urgent.pop()
    this.#firsts[0] = this.#urgent.firstKey
    return operation
  }

  /** Whether the best operation at instant `at` is not urgent yet. */
  #isPatient(at: number): boolean {
    const firsts = this.#firsts
    if (firsts[2] <= at) this.#becomeUrgent(at)
    const patient = firsts[1] - at / this.#scale
    if (patient !== firsts[0]) return patient < firsts[0]
    return this.#urgent.size === 0 || (this.#patient.size > 0 && this.#patient.peek() < this.#urgent.peek())
  }

  /** Moves operations that are urgent at instant `at` to the other heap. */
  #becomeUrgent(at: number): void {
    const { keys } = this.#rule
    while (this.#firsts[2] <= at) {
      const operation = this.#patient.pop()
      this.#urgent.push(operation, keys[operation])
      this.#notePatient()
    }
    this.#firsts[0] = this.#urgent.firstKey
  }

  #notePatient(): void {
    const first = this.#patient.peek()
    this.#firsts[1] = this.#patient.firstKey
    this.#firsts[2] = this.#rule.urgency?.urgentAt[first] ?? Number.NaN
  }
}

/** Number of operations that are compared including their changeovers. */
const compared = 16

/**
 * Operations that could start on a resource with changeovers. The first ones are held outside the heaps, so that they
 * can be compared with the changeover to each without heap operations.
 */
export class SetupQueue {
  readonly #others: ReadyQueue
  readonly #rule: DispatchRule
  readonly #first = new Int32Array(compared)
  /** Their keys at the last ranking. */
  readonly #keys = new Float64Array(compared)
  /** When they become urgent, their keys from then on, and their keys before, without the common change over time. */
  readonly #urgentAt = new Float64Array(compared)
  readonly #urgentKeys = new Float64Array(compared)
  readonly #patientKeys = new Float64Array(compared)
  readonly #extraKey: (operation: number, at: number) => number
  #count = 0
  /** Positions of the best and the last of them at the last ranking. */
  #best = 0
  #last = 0
  /** Instant of the last ranking; NaN after any change. */
  #lookedAt = Number.NaN

  /** `extraKey` is the amount that the changeover to an operation starting at an instant adds to its key. */
  constructor(rule: DispatchRule, extraKey: (operation: number, at: number) => number) {
    this.#others = new ReadyQueue(rule)
    this.#rule = rule
    this.#extraKey = extraKey
  }

  get size(): number {
    return this.#count + this.#others.size
  }

  push(operation: number, at: number): void {
    this.#others.push(operation, at)
    this.#lookedAt = Number.NaN
  }

  /** The best operation at instant `at`, ignoring changeovers, without removing it. */
  best(at: number): number {
    this.#look(at)
    return this.#first[this.#best]
  }

  /** The key of the best operation at instant `at`, ignoring changeovers. */
  bestKey(at: number): number {
    this.#look(at)
    return this.#keys[this.#best]
  }

  /** Removes the one of the first operations at instant `at` that is best including its changeover. */
  pop(at: number): number {
    this.#look(at)
    const [first, keys] = [this.#first, this.#keys]
    let best = this.#best
    let least = keys[best] + this.#extraKey(first[best], at)
    for (let i = 0; i < this.#count; i++) {
      // A changeover never improves a key.
      if (i === this.#best || keys[i] > least) continue
      const score = keys[i] + this.#extraKey(first[i], at)
      if (score > least || (score === least && this.#isBehind(i, best))) continue
      best = i
      least = score
    }
    const operation = first[best]
    const end = --this.#count
    first[best] = first[end]
    this.#urgentAt[best] = this.#urgentAt[end]
    this.#urgentKeys[best] = this.#urgentKeys[end]
    this.#patientKeys[best] = this.#patientKeys[end]
    this.#lookedAt = Number.NaN
    return operation
  }

  /** Ensures that the separate operations are the first ones at instant `at`. */
  #look(at: number): void {
    if (at === this.#lookedAt) return
    this.#lookedAt = at
    const others = this.#others
    while (this.#count < compared && others.size > 0) this.#keep(this.#count++, others.pop(at))
    const { urgency } = this.#rule
    const gone = urgency ? at / urgency.scale : 0
    const count = this.#count
    for (let i = 0; i < count; i++)
      this.#keys[i] = this.#urgentAt[i] <= at ? this.#urgentKeys[i] : this.#patientKeys[i] - gone
    this.#rank()
    while (others.size > 0) {
      const last = this.#last
      const key = others.bestKey(at)
      if (key > this.#keys[last] || (key === this.#keys[last] && others.best(at) > this.#first[last])) return
      const operation = others.pop(at)
      others.push(this.#first[last], at)
      this.#keep(last, operation)
      this.#keys[last] = key
      this.#rank()
    }
  }

  /** Finds the best and the last of the separate operations. */
  #rank(): void {
    let [best, last] = [0, 0]
    for (let i = 1; i < this.#count; i++) {
      if (this.#isBehind(i, last)) last = i
      else if (this.#isBehind(best, i)) best = i
    }
    this.#best = best
    this.#last = last
  }

  /** Adds an operation to the separate ones. */
  #keep(place: number, operation: number): void {
    const { keys, urgency } = this.#rule
    this.#first[place] = operation
    this.#urgentKeys[place] = keys[operation]
    this.#urgentAt[place] = urgency ? urgency.urgentAt[operation] : -Infinity
    this.#patientKeys[place] = urgency ? keys[operation] + urgency.urgentAt[operation] / urgency.scale : 0
  }

  #isBehind(a: number, b: number): boolean {
    return this.#keys[a] > this.#keys[b] || (this.#keys[a] === this.#keys[b] && this.#first[a] > this.#first[b])
  }
}
