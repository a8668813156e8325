import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'

/**
 * Operations that could start, best first at any moment, in logarithmic time. Before their urgent
 * instant all operations gain the same per unit of time, so their order is constant; behind it the key is. Hence two heaps.
 */
export class ReadyQueue {
  readonly #rule: DispatchRule
  readonly #scale: number
  readonly #urgent = new IndexHeap()
  /** By the keys that hold before the urgent instants, apart from the time that goes by for all alike. */
  readonly #patient = new IndexHeap()
  /**
   * The key of the first urgent one, that of the first patient one, and the instant at which that becomes urgent; NaN = there is none. They
   * stand together, because queues are asked for their best key far more often than they change.
   */
  readonly #firsts = Float64Array.of(Infinity, Infinity, Number.NaN)
  size = 0

  constructor(rule: DispatchRule) {
    this.#rule = rule
    this.#scale = rule.urgency?.scale ?? 1
  }

  /** `at` = the present instant. It never goes back. */
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

  /** What decides between operations at instant `at`; less is better. */
  keyAt(operation: number, at: number): number {
    const { urgency, keys } = this.#rule
    if (!urgency || urgency.urgentAt[operation] <= at) return keys[operation]
    return keys[operation] + urgency.urgentAt[operation] / urgency.scale - at / urgency.scale
  }

  /** The best at instant `at`, without taking it out. */
  best(at: number): number {
    return (this.#isPatient(at) ? this.#patient : this.#urgent).peek()
  }

  /** What decides for the best at instant `at`. */
  bestKey(at: number): number {
    return this.#isPatient(at) ? this.#firsts[1] - at / this.#scale : this.#firsts[0]
  }

  /** Takes out the best at instant `at`. */
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

  /** Whether the best at instant `at` is not urgent. */
  #isPatient(at: number): boolean {
    const firsts = this.#firsts
    if (firsts[2] <= at) this.#becomeUrgent(at)
    const patient = firsts[1] - at / this.#scale
    if (patient !== firsts[0]) return patient < firsts[0]
    return this.#urgent.size === 0 || (this.#patient.size > 0 && this.#patient.peek() < this.#urgent.peek())
  }

  /** Lets the operations into the other heap that are urgent at instant `at`. */
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

/** Operations that are compared with their changeovers. */
const compared = 16

/**
 * Operations that could start at a resource with changeovers. The first of them are kept apart from the others, so that they can be compared
 * with the changeover to each without leaving the heaps and coming back.
 */
export class SetupQueue {
  readonly #others: ReadyQueue
  readonly #rule: DispatchRule
  readonly #first = new Int32Array(compared)
  /** Their keys at the instant of the last look. */
  readonly #keys = new Float64Array(compared)
  /** From when on they are urgent, their keys then, and those before, apart from the time that goes by for all alike. */
  readonly #urgentAt = new Float64Array(compared)
  readonly #urgentKeys = new Float64Array(compared)
  readonly #patientKeys = new Float64Array(compared)
  readonly #extraKey: (operation: number, at: number) => number
  #count = 0
  /** The places of the best and of the last of them at the last look. */
  #best = 0
  #last = 0
  /** The instant of the last look, if nothing has come or gone since. */
  #lookedAt = Number.NaN

  /** `extraKey`: what the changeover to an operation that starts at an instant adds to its key. */
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

  /** The best at instant `at` apart from changeovers, without taking it out. */
  best(at: number): number {
    this.#look(at)
    return this.#first[this.#best]
  }

  /** What decides for the best at instant `at` apart from changeovers. */
  bestKey(at: number): number {
    this.#look(at)
    return this.#keys[this.#best]
  }

  /** Takes out the one of the first at instant `at` that is best with its changeover. */
  pop(at: number): number {
    this.#look(at)
    const [first, keys] = [this.#first, this.#keys]
    let best = this.#best
    let least = keys[best] + this.#extraKey(first[best], at)
    for (let i = 0; i < this.#count; i++) {
      // A changeover makes no key better.
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

  /** Sees to it that the first ones at instant `at` are those kept apart. */
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

  /** Finds the best and the last of those kept apart. */
  #rank(): void {
    let [best, last] = [0, 0]
    for (let i = 1; i < this.#count; i++) {
      if (this.#isBehind(i, last)) last = i
      else if (this.#isBehind(best, i)) best = i
    }
    this.#best = best
    this.#last = last
  }

  /** Keeps an operation apart from the others. */
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
