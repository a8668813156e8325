import type { AppServices, TenantContext } from '../../context.ts'
import { buildBook, type PlanBook } from './plan-book.ts'
import { readPlanBook } from './read-plan-book.ts'
import { refreshPlanBook } from './refresh-plan-book.ts'

/** Operations kept in memory over all organisations (about 300 bytes each); the least recently used go first. */
export const mostBookRows = 600_000
const tries = 3

interface Kept {
  readonly book: PlanBook
  /** By `performance.now()`. */
  readonly usedAtMs: number
}

interface Reading {
  readonly book: Promise<PlanBook>
  /** The one that begins when this one has ended, for all who asked meanwhile. */
  next: Promise<PlanBook> | null
}

interface Shelf {
  /** The latest used last. */
  readonly books: Map<string, Kept>
  readonly reading: Map<string, Reading>
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

const readWhole = async (ctx: TenantContext): Promise<PlanBook> =>
  buildBook(await readPlanBook(ctx), ctx.app.now().getTime())

/** The state in force at some instant after the call; after some tries, of what is changed all the time, the last one read. */
const readNow = async (ctx: TenantContext): Promise<PlanBook> => {
  const { books } = shelfOf(ctx.app)
  let book = books.get(ctx.tenantId)?.book ?? (await readWhole(ctx))
  for (let left = tries; left > 0; left--) {
    book = (await refreshPlanBook(ctx, book)) ?? (await readWhole(ctx))
    keep(books, ctx.tenantId, book)
    if (!book.isInParts) break
  }
  return book
}

const begin = (ctx: TenantContext): Promise<PlanBook> => {
  const { reading } = shelfOf(ctx.app)
  const begun: Reading = { book: readNow(ctx), next: null }
  reading.set(ctx.tenantId, begun)
  const end = () => {
    if (reading.get(ctx.tenantId) === begun) reading.delete(ctx.tenantId)
  }
  begun.book.then(end, end)
  return begun.book
}

/**
 * All operations of the organisation as the plan in force has them. What was read before is used as long as the
 * organisation's stamp is the same, so every process may keep its own; otherwise what changed is read, or everything.
 * Nobody is given what somebody else began to read before he asked: who asks meanwhile waits, and the next reading is for
 * all of them.
 */
export const openPlanBook = (ctx: TenantContext): Promise<PlanBook> => {
  const current = shelfOf(ctx.app).reading.get(ctx.tenantId)
  if (!current) return begin(ctx)
  const again = () => begin(ctx)
  current.next ??= current.book.then(again, again)
  return current.next
}
