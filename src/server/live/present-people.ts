import type { PresentPerson } from '#contract/live-events.ts'

/** An entry that its server has not repeated for so long is gone with that server. */
export const entryExpiresMs = 50_000
const maxPeople = 200

interface Entry {
  readonly person: PresentPerson
  readonly heardAtMs: number
}

/** Who is there, by organisation and socket, as far as this process has heard; `atMs` is a clock that never goes back. */
export class PresentPeople {
  readonly #byTenant = new Map<string, Map<string, Entry>>()

  /** Takes in one entry (null = gone); returns whether anybody would see a difference. */
  hear(tenantId: string, socketId: string, person: PresentPerson | null, atMs: number): boolean {
    const entries = this.#byTenant.get(tenantId) ?? new Map<string, Entry>()
    const before = entries.get(socketId)?.person ?? null
    if (person) this.#byTenant.set(tenantId, entries.set(socketId, { person, heardAtMs: atMs }))
    else entries.delete(socketId)
    if (entries.size === 0) this.#byTenant.delete(tenantId)
    return JSON.stringify(before) !== JSON.stringify(person)
  }

  /** Forgets what has not been repeated; returns the organisations in which somebody went. */
  expire(atMs: number): string[] {
    const changed = new Set<string>()
    for (const [tenantId, entries] of this.#byTenant) {
      for (const [socketId, { heardAtMs }] of entries) {
        if (atMs - heardAtMs < entryExpiresMs) continue
        this.hear(tenantId, socketId, null, atMs)
        changed.add(tenantId)
      }
    }
    return [...changed]
  }

  of(tenantId: string): PresentPerson[] {
    return [...(this.#byTenant.get(tenantId)?.values() ?? [])].slice(0, maxPeople).map(({ person }) => person)
  }
}
