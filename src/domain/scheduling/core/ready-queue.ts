import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'

/** The keys that hold before the urgent instants of a rule, apart from the time that goes by for all alike. */
export const patientKeysOf = ({ keys, urgency }: DispatchRule): Float64Array =>
  urgency ? keys.map((key, i) => key + urgency.urgentAt[i] / urgency.scale) : keys

/**
 * Operations that could start, best first at any moment, in logarithmic time. Before their urgent
 * instant all operations gain the same per unit of time, so their order is constant; behind it the key is. Hence two heaps.
 */
export class ReadyQueue {
  readonly #rule: DispatchRule
  readonly #urgent: IndexHeap
  readonly #patient: IndexHeap
  readonly #patientKeys: Float64Array

  /** `patientKeys` = `patientKeysOf(rule)`, shared by all queues. */
  constructor(rule: DispatchRule, patientKeys: Float64Array) {
    this.#rule = rule
    this.#patientKeys = patientKeys
    this.#urgent = new IndexHeap(rule.keys)
    this.#patient = new IndexHeap(patientKeys)
  }

  get size(): number {
    return this.#urgent.size + this.#patient.size
  }

  push(operation: number): void {
    if (this.#rule.urgency) this.#patient.push(operation)
    else this.#urgent.push(operation)
  }

  /** What decides between operations at instant `at`; less is better. */
  keyAt(operation: number, at: number): number {
    const { urgency, keys } = this.#rule
    if (!urgency || urgency.urgentAt[operation] <= at) return keys[operation]
    return this.#patientKeys[operation] - at / urgency.scale
  }

  /** The key of the best at instant `at`. */
  bestKey(at: number): number {
    return this.keyAt(this.#heapOfBest(at).peek(), at)
  }

  /** Takes out the best at instant `at`. */
  pop(at: number): number {
    return this.#heapOfBest(at).pop()
  }

  /** The heap whose first is the best at instant `at`. */
  #heapOfBest(at: number): IndexHeap {
    const { urgency, keys } = this.#rule
    if (!urgency) return this.#urgent
    while (this.#patient.size > 0 && urgency.urgentAt[this.#patient.peek()] <= at) {
      this.#urgent.push(this.#patient.pop())
    }
    const patient = this.#patient.peek()
    const urgent = this.#urgent.peek()
    if (patient < 0) return this.#urgent
    if (urgent < 0) return this.#patient
    const patientKey = this.#patientKeys[patient] - at / urgency.scale
    const urgentKey = keys[urgent]
    const patientFirst = patientKey < urgentKey || (patientKey === urgentKey && patient < urgent)
    return patientFirst ? this.#patient : this.#urgent
  }
}
