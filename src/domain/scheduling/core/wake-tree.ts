/** Which resource wakes next: a tournament tree of wake times, which may be advanced. Ties: lowest rank, then the smaller index. */
export class WakeTree {
  /** When each resource wakes; Infinity = never. */
  readonly #at: Float64Array
  readonly #rank: Float64Array
  #leaves: number
  /** The winner below each node; the resources are the leaves. */
  readonly #winner: Int32Array

  /** The caller may change the rank of a resource that it has removed. */
  constructor(rank: Float64Array) {
    this.#rank = rank
    this.#leaves = 1
    while (this.#leaves < rank.length) this.#leaves <<= 1
    this.#at = new Float64Array(this.#leaves).fill(Infinity)
    this.#winner = new Int32Array(2 * this.#leaves).map((_, node) => Math.max(0, node - this.#leaves))
    for (let node = this.#leaves - 1; node > 0; node--) this.#winner[node] = this.#winner[2 * node]
  }

  /** Wakes `resource` at `instant`, or earlier if that is already scheduled. A time after all working time still comes before never. */
  lower(resource: number, instant: number): void {
    const when = Math.min(instant, Number.MAX_VALUE)
    if (when < this.#at[resource]) this.#bringForward(resource, when)
  }

  /** Separate from `lower`, which is then short enough to be inlined; most calls change nothing. */
  #bringForward(resource: number, when: number): void {
    this.#at[resource] = when
    const winner = this.#winner
    for (let node = (this.#leaves + resource) >> 1; node > 0; node >>= 1) {
      const rival = winner[node]
      if (rival !== resource && !this.#isBefore(resource, when, rival, this.#at[rival])) return
      winner[node] = resource
    }
  }

  /** When the next resource wakes; Infinity = none is waiting. */
  get nextAt(): number {
    return this.#at[this.#winner[1]]
  }

  /** Removes the next resource; there must be one. */
  pop(): number {
    const winner = this.#winner
    const top = winner[1]
    const at = this.#at
    at[top] = Infinity
    let best = top
    let bestAt = Infinity
    for (let node = this.#leaves + top; node > 1; node >>= 1) {
      const rival = winner[node ^ 1]
      const rivalAt = at[rival]
      if (!this.#isBefore(best, bestAt, rival, rivalAt)) {
        best = rival
        bestAt = rivalAt
      }
      winner[node >> 1] = best
    }
    return top
  }

  #isBefore(resource: number, at: number, rival: number, rivalAt: number): boolean {
    if (at !== rivalAt || at === Infinity) return at <= rivalAt
    const ranks = this.#rank
    return ranks[resource] < ranks[rival] || (ranks[resource] === ranks[rival] && resource < rival)
  }
}
