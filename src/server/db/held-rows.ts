import { sql } from 'drizzle-orm'
import type { SinceQuery } from '#contract/since.ts'
import type { TenantContext } from '../context.ts'
import { oncePerServer } from '../server-caches.ts'
import { forEverybody } from '../waiting-caller.ts'
import type { Tx } from './database.ts'
import type { Turn } from './engine.ts'
import { readTenant } from './read-tenant.ts'
import { readShopLog } from './shop-changes.ts'

/** About 2,000 operations, some 30 ms on the embedded database. */
export const projectsPerPart = 100
/** The most projects of one patch: about 5,000 operations. What is left comes with the next ones. */
export const projectsPerPatch = 250
const tries = 3

interface Source<Row, Stamp> {
  /** The rows of these projects, by project id; a deleted project has none. */
  readonly read: (ctx: TenantContext, tx: Tx, projectIds: readonly string[]) => Promise<ReadonlyMap<string, Row>>
  /** Other data that the rows depend on: held rows are valid while this value stays the same. */
  readonly stampOf: (ctx: TenantContext, tx: Tx) => Promise<Stamp>
  /** The size that a row counts for; each project counts for 1 at least, also while its row has not been read. */
  readonly sizeOf: (row: Row) => number
  /** The largest total size for all organizations of a database. */
  readonly most: number
}

interface HeldRow<Row> {
  /** null = the project was deleted, or its row has not been read yet. */
  readonly row: Row | null
  /** The row may be newer than this change number, but never older. */
  readonly asOf: number
}

interface Held<Row, Stamp> {
  change: number
  /** Everything may have changed up to this number. */
  readonly wholeUpTo: number
  readonly stamp: Stamp
  readonly rows: Map<string, HeldRow<Row>>
  /** The size of all rows. */
  size: number
  /** The number of the last change of each project since `wholeUpTo`: by number, then by id. */
  readonly touchedAt: Map<string, number>
}

/** What is held of one organization, and who is bringing it up to date. */
interface Entry<Row, Stamp> {
  held: Held<Row, Stamp> | null
  running: Promise<Held<Row, Stamp>> | null
  next: Promise<Held<Row, Stamp>> | null
  /** The last reading of rows: the next one begins after it, and finds what it has read. */
  lastRead: Promise<unknown>
}

export interface RowsSince<Row, Stamp> {
  /** The rows may be newer than this change number, but never older. */
  readonly change: number
  readonly stamp: Stamp
  /** Projects that changed since the requested number; `rows` has those that still exist. null = all. */
  readonly touched: string[] | null
  /** What to ask with for the other projects that changed; null = there are none. */
  readonly rest: string | null
  readonly rows: Row[]
}

const allIds = async (tx: Tx, tenantId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select project_id as id from projects where tenant_id = ${tenantId} order by project_id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * The part of a patch that a browser has: the changes up to number `upTo`, newest first, down to the change number and the
 * project of the last one.
 */
const restOf = (upTo: number, [projectId, number]: readonly [string, number]): string =>
  `${upTo}-${number}-${projectId}`

const isTold = (rest: string | undefined): ((projectId: string, at: number) => boolean) => {
  const [, upTo, downTo, lastId = ''] = /^(\d+)-(\d+)-(.+)$/.exec(rest ?? '') ?? []
  if (!lastId) return () => false
  return (projectId, at) =>
    at <= Number(upTo) && (at > Number(downTo) || (at === Number(downTo) && projectId >= lastId))
}

/** The newest changes that a caller has not been told, at most one patch of them; null = everything may have changed. */
const patchOf = (
  { change, wholeUpTo, touchedAt }: Held<unknown, unknown>,
  { since, rest }: SinceQuery,
): Pick<RowsSince<unknown, unknown>, 'change' | 'rest'> & { readonly touched: string[] | null } => {
  if (since === undefined || since < wholeUpTo || since > change) return { change, touched: null, rest: null }
  const told = isTold(rest)
  const untold = [...touchedAt].filter(([id, at]) => at > since && !told(id, at)).reverse()
  const part = untold.slice(0, projectsPerPatch)
  const last = untold.length > part.length ? part.at(-1) : undefined
  const touched = part.map(([id]) => id)
  return last ? { change: since, touched, rest: restOf(change, last) } : { change, touched, rest: null }
}

/**
 * Rows of every project of an organization, as this process last read them. Only changed projects that somebody asks for
 * are read again, once for all callers. Many rows are read in parts, so that other work can use the embedded database's one
 * connection in between, and small patches need not wait for large answers. Rows that change meanwhile are read again, so that
 * no caller sees parts of two plans in one answer.
 */
export class HeldRows<Row, Stamp extends string | number> {
  readonly #source: Source<Row, Stamp>
  /** Entries of a server; the most recently used organization is last. */
  readonly #entriesOf = oncePerServer(() => new Map<string, Entry<Row, Stamp>>())

  constructor(source: Source<Row, Stamp>) {
    this.#source = source
  }

  /** Returns all rows, or those of the projects that changed since a change number, the newest first and at most one patch. */
  async since(ctx: TenantContext, asked: SinceQuery): Promise<RowsSince<Row, Stamp>> {
    const entry = this.#entryOf(ctx)
    for (let left = tries; ; left--) {
      const held = await this.#bringUp(ctx, entry)
      const { stamp, rows } = held
      const patch = patchOf(held, asked)
      const ids = patch.touched ?? [...rows.keys()]
      // A patch goes before the parts of a forecast that is being stored, and of other whole plans.
      const wasCurrent = await this.#readOutdated(ctx, entry, held, ids, patch.touched ? 'short' : 'long')
      if (!wasCurrent && left > 1) continue
      this.#letGo(ctx)
      return { ...patch, stamp, rows: ids.flatMap((id) => rows.get(id)?.row ?? []) }
    }
  }

  #entryOf({ app, tenantId }: TenantContext): Entry<Row, Stamp> {
    const entries = this.#entriesOf(app)
    const entry = entries.get(tenantId) ?? { held: null, running: null, next: null, lastRead: Promise.resolve() }
    entries.delete(tenantId)
    entries.set(tenantId, entry)
    return entry
  }

  /**
   * Finds out what has changed. A caller who comes meanwhile waits for the next time, which is sure to include the caller's
   * own writes.
   */
  #bringUp(ctx: TenantContext, entry: Entry<Row, Stamp>): Promise<Held<Row, Stamp>> {
    const begin = (): Promise<Held<Row, Stamp>> => {
      entry.next = null
      entry.running = forEverybody(() => this.#readLog(ctx, entry)).finally(() => {
        entry.running = null
      })
      return entry.running
    }
    if (!entry.running) return begin()
    entry.next ??= entry.running.catch(() => undefined).then(begin)
    return entry.next
  }

  async #readLog(ctx: TenantContext, entry: Entry<Row, Stamp>): Promise<Held<Row, Stamp>> {
    const { stamp, known, log, ids } = await readTenant(ctx, async (tx) => {
      const stamp = await this.#source.stampOf(ctx, tx)
      const known = entry.held?.stamp === stamp ? entry.held : null
      const log = await readShopLog(tx, ctx.tenantId, known?.change ?? 0)
      const isKnown = known?.change === log.wholeUpTo
      return { stamp, log, known: isKnown ? known : null, ids: isKnown ? [] : await allIds(tx, ctx.tenantId) }
    })
    const held = known ?? { ...log, change: log.number, stamp, rows: new Map(), size: 0, touchedAt: new Map() }
    held.change = log.number
    for (const id of ids) this.#hold(held, id, { row: null, asOf: -1 })
    for (const [id, number] of log.touched) {
      held.touchedAt.delete(id)
      held.touchedAt.set(id, number)
      if (!held.rows.has(id)) this.#hold(held, id, { row: null, asOf: -1 })
    }
    entry.held = held
    return held
  }

  #hold(held: Held<Row, Stamp>, id: string, row: HeldRow<Row>): void {
    const before = held.rows.get(id)
    held.size += this.#weigh(row) - (before ? this.#weigh(before) : 0)
    held.rows.set(id, row)
  }

  #weigh({ row }: HeldRow<Row>): number {
    return Math.max(1, row === null ? 0 : this.#source.sizeOf(row))
  }

  /** Reads the rows that are older than the last change of their project. Returns whether there were none. */
  async #readOutdated(
    ctx: TenantContext,
    entry: Entry<Row, Stamp>,
    held: Held<Row, Stamp>,
    ids: readonly string[],
    turn: Turn,
  ): Promise<boolean> {
    const { rows, touchedAt, wholeUpTo } = held
    const isOutdated = (id: string): boolean => (rows.get(id)?.asOf ?? -1) < (touchedAt.get(id) ?? wholeUpTo)
    const readPart = async (part: readonly string[]): Promise<void> => {
      const outdated = part.filter(isOutdated)
      if (outdated.length === 0) return
      // The number is known before the rows are read: they may be newer, but never older.
      const asOf = held.change
      const found = await readTenant(ctx, (tx) => this.#source.read(ctx, tx, outdated), turn)
      for (const id of outdated) this.#hold(held, id, { row: found.get(id) ?? null, asOf })
    }
    const outdated = ids.filter(isOutdated)
    for (let from = 0; from < outdated.length; from += projectsPerPart) {
      const part = outdated.slice(from, from + projectsPerPart)
      const reading = entry.lastRead.then(() => forEverybody(() => readPart(part)))
      entry.lastRead = reading.catch(() => undefined)
      await reading
    }
    return outdated.length === 0
  }

  /** Drops the least recently used organizations. */
  #letGo({ app, tenantId }: TenantContext): void {
    const entries = this.#entriesOf(app)
    const { most } = this.#source
    const sizeOfAll = ({ held }: Entry<Row, Stamp>) => held?.size ?? 0
    let size = [...entries.values()].reduce((sum, entry) => sum + sizeOfAll(entry), 0)
    for (const [id, entry] of entries) {
      if (size <= most) return
      if (id === tenantId || entry.running || entry.next) continue
      entries.delete(id)
      size -= sizeOfAll(entry)
    }
  }
}
