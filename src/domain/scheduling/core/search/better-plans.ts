import type { RankedPlan } from '../best-of-rules.ts'

interface Found {
  /** What the search had spent when it found the plan. */
  readonly spent: number
  plan: RankedPlan
}

/** Share of what has been spent after which the gain of a search is called late. */
const lateFrom = 2 / 3
/** Plans found within this share of what was spent count as found together, which limits how many are kept. */
const together = 0.02

/** The better plans of a search in the order in which they were found, without those that `beforeLast` can no longer return. */
export class BetterPlans {
  readonly #found: Found[]

  constructor(first: RankedPlan) {
    this.#found = [{ spent: 0, plan: first }]
  }

  /** Number of plans that are kept. */
  get size(): number {
    return this.#found.length
  }

  add(plan: RankedPlan, spent: number): void {
    const last = this.#found.at(-1)
    if (last && spent <= last.spent * (1 + together)) last.plan = plan
    else this.#found.push({ spent, plan })
    while (this.#found.length > 1 && this.#found[1].spent <= lateFrom * spent) this.#found.shift()
  }

  /** The best plan before the last third of what has been spent. */
  beforeLast(spent: number): RankedPlan {
    let { plan } = this.#found[0]
    for (const found of this.#found) if (found.spent <= lateFrom * spent) plan = found.plan
    return plan
  }
}
