import { sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { forEverybody } from '../waiting-caller.ts'
import type { Tx } from './database.ts'
import { readTenant } from './read-tenant.ts'
import { readShopDifference, readSince } from './shop-changes.ts'

/** About 2,000 operations, some 30 ms on the embedded database. */
export const projectsPerPart = 100
const tries = 3

interface Source<Row, Stamp> {
  /** The rows of these projects, by project id; a deleted project has none. */
  readonly read: (ctx: TenantContext, tx: Tx, projectIds: readonly string[]) => Promise<ReadonlyMap<string, Row>>
  /** Other data that the rows depend on: held rows are valid while this value stays the same. */
  readonly stampOf: (ctx: TenantContext, tx: Tx) => Promise<Stamp>
  /** The size that a row counts for. */
  readonly sizeOf: (row: Row) => number
  /** The largest total size for all organizations of a database. */
  readonly most: number
}

interface Held<Row, Stamp> {
  readonly change: number
  readonly stamp: Stamp
  readonly rows: Map<string, Row>
}

/** The held rows of one organization, and the refresh that updates them. */
interface Entry<Row, Stamp> {
  held: Held<Row, Stamp> | null
  running: Promise<void> | null
  next: Promise<void> | null
}

export interface RowsSince<Row, Stamp> {
  /** The rows may be newer than this change number, but never older. */
  readonly change: number
  readonly stamp: Stamp
  /** Projects that changed since the requested number; `rows` has those that still exist. null = all. */
  readonly touched: string[] | null
  readonly rows: Row[]
}

const allIds = async (tx: Tx, tenantId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select project_id as id from projects where tenant_id = ${tenantId} order by project_id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Rows of every project of an organization, as this process last read them. Only changed projects are read again, once
 * for all callers at that moment. Many rows are read in parts, so that other work can use the embedded database's one
 * connection in between. Rows that change meanwhile are read again, so that no caller sees parts of two plans.
 */
export class HeldRows<Row, Stamp extends string | number> {
  readonly #source: Source<Row, Stamp>
  /** Entries by database; the most recently used organization is last. */
  readonly #entries = new WeakMap<object, Map<string, Entry<Row, Stamp>>>()

  constructor(source: Source<Row, Stamp>) {
    this.#source = source
  }

  /** Returns all rows, or those of the projects that changed since a change number, when that is much less. */
  async since(ctx: TenantContext, since: number | undefined): Promise<RowsSince<Row, Stamp>> {
    const entry = this.#entryOf(ctx)
    await this.#bringUp(ctx, entry)
    const { change, touched } = await readTenant(ctx, (tx) => readSince(tx, ctx.tenantId, since))
    // No await from here on, because other callers may refresh the rows meanwhile.
    const { held } = entry
    if (held === null) throw new Error('Nothing is held of an organization that was just read')
    if (touched === null) {
      return { change: held.change, stamp: held.stamp, touched, rows: [...held.rows.values()] }
    }
    const rows = touched.map((id) => held.rows.get(id)).filter((row) => row !== undefined)
    return { change: Math.min(change, held.change), stamp: held.stamp, touched, rows }
  }

  #entryOf({ app, tenantId }: TenantContext): Entry<Row, Stamp> {
    const entries = this.#entries.get(app.db.close) ?? new Map<string, Entry<Row, Stamp>>()
    this.#entries.set(app.db.close, entries)
    const entry = entries.get(tenantId) ?? { held: null, running: null, next: null }
    entries.delete(tenantId)
    entries.set(tenantId, entry)
    return entry
  }

  /** A caller who comes during a refresh waits for the next refresh, which is sure to include the caller's own writes. */
  #bringUp(ctx: TenantContext, entry: Entry<Row, Stamp>): Promise<void> {
    const begin = (): Promise<void> => {
      entry.next = null
      entry.running = forEverybody(() => this.#refresh(ctx, entry)).finally(() => {
        entry.running = null
      })
      return entry.running
    }
    if (!entry.running) return begin()
    entry.next ??= entry.running.catch(() => undefined).then(begin)
    return entry.next
  }

  async #refresh(ctx: TenantContext, entry: Entry<Row, Stamp>): Promise<void> {
    for (let left = tries; left > 0; left--) {
      const isOfOneInstant = await this.#readChanged(ctx, entry)
      if (isOfOneInstant) break
    }
    this.#letGo(ctx)
  }

  /** True when all rows were read in one transaction. */
  async #readChanged(ctx: TenantContext, entry: Entry<Row, Stamp>): Promise<boolean> {
    const { read, stampOf } = this.#source
    const { tenantId } = ctx
    const head = await readTenant(
      ctx,
      async (tx) => {
        const stamp = await stampOf(ctx, tx)
        const known = entry.held?.stamp === stamp ? entry.held : null
        // The number is read before the rows: the rows may be newer than the number, but never older.
        const { number, changed } = await readShopDifference(tx, tenantId, known?.change ?? null)
        const ids = changed === 'whole' ? await allIds(tx, tenantId) : changed.projectIds
        const rows = ids.length <= projectsPerPart ? await read(ctx, tx, ids) : null
        return { stamp, number, ids, rows, base: changed === 'whole' ? null : known }
      },
      'long',
    )
    const parts = head.rows ? [head.rows] : []
    for (let from = 0; !head.rows && from < head.ids.length; from += projectsPerPart) {
      const ids = head.ids.slice(from, from + projectsPerPart)
      parts.push(await readTenant(ctx, (tx) => read(ctx, tx, ids), 'long'))
    }
    const rows = head.base?.rows ?? new Map<string, Row>()
    for (const id of head.ids) rows.delete(id)
    for (const part of parts) for (const [id, row] of part) rows.set(id, row)
    entry.held = { change: head.number, stamp: head.stamp, rows }
    return head.rows !== null
  }

  /** Drops the least recently used organizations. */
  #letGo({ app, tenantId }: TenantContext): void {
    const entries = this.#entries.get(app.db.close) ?? new Map<string, Entry<Row, Stamp>>()
    const { sizeOf, most } = this.#source
    const sizeOfAll = ({ held }: Entry<Row, Stamp>) =>
      [...(held?.rows.values() ?? [])].reduce((sum, row) => sum + sizeOf(row), 0)
    let size = [...entries.values()].reduce((sum, entry) => sum + sizeOfAll(entry), 0)
    for (const [id, entry] of entries) {
      if (size <= most) return
      if (id === tenantId || entry.running || entry.next) continue
      entries.delete(id)
      size -= sizeOfAll(entry)
    }
  }
}
