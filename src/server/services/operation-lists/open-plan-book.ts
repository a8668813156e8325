import type { AppServices, TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { buildBook, type PlanBook } from './plan-book.ts'
import { readPlanBook, readStamp } from './read-plan-book.ts'
import { refreshPlanBook } from './refresh-plan-book.ts'

/** Operations kept in memory over all organisations (about 300 bytes each); the least recently used go first. */
export const mostBookRows = 600_000
const tries = 3

interface Kept {
  readonly book: PlanBook
  /** By `performance.now()`. */
  readonly usedAtMs: number
}

interface Shelf {
  /** The latest used last. */
  readonly books: Map<string, Kept>
  readonly reading: Map<string, Promise<PlanBook>>
}

/** By database: the function that all faces of one database share. */
const shelves = new WeakMap<object, Shelf>()

const shelfOf = ({ db }: AppServices): Shelf => {
  const shelf = shelves.get(db.close) ?? { books: new Map(), reading: new Map() }
  shelves.set(db.close, shelf)
  return shelf
}

const keep = (books: Shelf['books'], tenantId: string, book: PlanBook): void => {
  books.delete(tenantId)
  books.set(tenantId, { book, usedAtMs: performance.now() })
  let rows = 0
  for (const { book: of } of books.values()) rows += of.plan.ids.length
  for (const [oldest, { book: of }] of books) {
    if (rows <= mostBookRows || books.size === 1) return
    books.delete(oldest)
    rows -= of.plan.ids.length
  }
}

/** True when this process holds the organisation's operations, of whatever state. */
export const holdsPlanBook = (app: AppServices, tenantId: string): boolean => shelfOf(app).books.has(tenantId)

/** Gives back the memory of organisations that nobody has asked for lately; returns of how many. */
export const dropIdleBooks = (app: AppServices, idleMs: number): number => {
  const { books } = shelfOf(app)
  const idle = [...books].filter(([, { usedAtMs }]) => performance.now() - usedAtMs > idleMs)
  for (const [tenantId] of idle) books.delete(tenantId)
  return idle.length
}

const read = async (ctx: TenantContext, known: PlanBook | undefined): Promise<PlanBook> =>
  (known && (await refreshPlanBook(ctx, known))) ?? (await buildBook(await readPlanBook(ctx), ctx.app.now().getTime()))

/**
 * All operations of the organisation as the plan in force has them. What was read before is used as long as the
 * organisation's stamp is the same, so every process may keep its own; otherwise what changed is read, or everything.
 */
export const openPlanBook = async (ctx: TenantContext): Promise<PlanBook> => {
  const { books, reading } = shelfOf(ctx.app)
  const { tenantId } = ctx
  for (let left = tries; ; left--) {
    const stamp = await readTenant(ctx, (tx) => readStamp(tx, tenantId))
    const known = books.get(tenantId)?.book
    if (known?.stamp.text === stamp.text || (known && left === 0)) {
      keep(books, tenantId, known)
      return known
    }
    const other = reading.get(tenantId)
    if (other) {
      await other
      continue
    }
    const promise = read(ctx, known)
    reading.set(tenantId, promise)
    try {
      keep(books, tenantId, await promise)
    } finally {
      reading.delete(tenantId)
    }
  }
}
