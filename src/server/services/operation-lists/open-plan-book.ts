import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { buildBook, type PlanBook } from './plan-book.ts'
import { readPlanBook, readStamp } from './read-plan-book.ts'
import { refreshPlanBook } from './refresh-plan-book.ts'

/** Operations kept in memory over all organisations (about 350 bytes each); the least recently used go first. */
const mostRows = 300_000
const tries = 3

interface Shelf {
  readonly books: Map<string, PlanBook>
  readonly reading: Map<string, Promise<PlanBook>>
}

/** By database: the function that all faces of one database share. */
const shelves = new WeakMap<object, Shelf>()

const shelfOf = ({ app }: TenantContext): Shelf => {
  const shelf = shelves.get(app.db.close) ?? { books: new Map(), reading: new Map() }
  shelves.set(app.db.close, shelf)
  return shelf
}

const keep = (books: Shelf['books'], tenantId: string, book: PlanBook): void => {
  books.delete(tenantId)
  books.set(tenantId, book)
  let rows = 0
  for (const { plan } of books.values()) rows += plan.ids.length
  for (const [oldest, { plan }] of books) {
    if (rows <= mostRows || books.size === 1) return
    books.delete(oldest)
    rows -= plan.ids.length
  }
}

const read = async (ctx: TenantContext, known: PlanBook | undefined): Promise<PlanBook> =>
  (known && (await refreshPlanBook(ctx, known))) ?? (await buildBook(await readPlanBook(ctx), ctx.app.now().getTime()))

/**
 * All operations of the organisation as the plan in force has them. What was read before is used as long as the
 * organisation's stamp is the same, so every process may keep its own; otherwise what changed is read, or everything.
 */
export const openPlanBook = async (ctx: TenantContext): Promise<PlanBook> => {
  const { books, reading } = shelfOf(ctx)
  const { tenantId } = ctx
  for (let left = tries; ; left--) {
    const stamp = await readTenant(ctx, (tx) => readStamp(tx, tenantId))
    const known = books.get(tenantId)
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
