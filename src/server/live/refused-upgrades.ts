import { addressKey } from '../services/credentials/throttle.ts'

const perMinute = 30
const windowMs = 60_000
/** Limit for remembered addresses; beyond it the oldest one is forgotten. */
const maxAddresses = 10_000

/** Counts refused upgrades by address, so that random attempts soon cause no database calls. */
export class RefusedUpgrades {
  readonly #byAddress = new Map<string, { count: number; readonly sinceMs: number }>()

  /** Number of remembered addresses. */
  get size(): number {
    return this.#byAddress.size
  }

  /** True when an address has been refused too often in this minute; null = unknown, never. */
  areTooMany(address: string | null, nowMs: number): boolean {
    return address !== null && (this.#of(address, nowMs)?.count ?? 0) >= perMinute
  }

  /** Records one refusal. */
  note(address: string | null, nowMs: number): void {
    if (address === null) return
    const known = this.#of(address, nowMs)
    if (known) {
      known.count += 1
      return
    }
    const key = addressKey(address)
    this.#byAddress.delete(key)
    const [oldest] = this.#byAddress.keys()
    if (oldest !== undefined && this.#byAddress.size >= maxAddresses) this.#byAddress.delete(oldest)
    this.#byAddress.set(key, { count: 1, sinceMs: nowMs })
  }

  #of(address: string, nowMs: number) {
    const known = this.#byAddress.get(addressKey(address))
    return known && nowMs - known.sinceMs < windowMs ? known : undefined
  }
}
