/** More zones than the organizations of one server usually have. */
const most = 64

/** A cache by time zone with at most 64 entries, because an organization may choose any zone. */
export class FewZones<T> {
  readonly #made = new Map<string, T>()
  readonly #make: (zone: string) => T

  constructor(make: (zone: string) => T) {
    this.#make = make
  }

  of(zone: string): T {
    const known = this.#made.get(zone)
    if (known !== undefined) return known
    const made = this.#make(zone)
    const [oldest] = this.#made.keys()
    if (this.#made.size >= most && oldest !== undefined) this.#made.delete(oldest)
    this.#made.set(zone, made)
    return made
  }
}
