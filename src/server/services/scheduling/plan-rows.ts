import type { Placement } from '#contract/placement.ts'
import { checkRows, type StoredDates } from '#domain/scheduling/check/check-rows.ts'
import { violationSentence } from '#domain/scheduling/check/violation.ts'
import { datesToStore, isMoved, operationsById } from '#domain/scheduling/plan-moves.ts'
import type { EarlierPlan, ScheduledOperation } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { encodePlacement } from '../../db/placement-code.ts'

/** The dates of an operation in a plan. The names are short because 20,000 rows are sent as JSON. Instants are epoch ms. */
export interface DatedRow {
  /** Operation id. */
  readonly o: string
  /** Scheduled start and end; null = none. */
  readonly s: number | null
  readonly e: number | null
  /** The work center, if the operation may run at several. */
  readonly c?: string
}

/** The same with the reasons. */
export interface PlanRow extends DatedRow {
  readonly p: Placement
}

/** The dates of a row, as the checker reads them. */
export const storedDates = ({ o, s, e }: DatedRow): StoredDates => ({ operationId: o, startMs: s, endMs: e })

/** Rows of one short transaction, because all requests share the single connection of the embedded database. */
const rowsPerPart = 500

/** Rows as input of `writePlan`: as JSON, with reasons as short codes. */
export const planRowsJson = (rows: readonly PlanRow[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, p: encodePlacement(row.p) })))

/** The rows that a plan writes (`datesToStore`). */
export const planRows = (snapshot: ShopSnapshot, planned: readonly ScheduledOperation[]): PlanRow[] => {
  const known = operationsById(snapshot)
  return planned.map(({ operationId, placement, categoryId, ...dates }) => {
    const before = known.get(operationId)
    if (!before) throw new Error(`The plan names an operation that the snapshot does not have: ${operationId}`)
    const { startMs, endMs } = datesToStore(before, dates)
    return { o: operationId, p: placement, ...(categoryId !== undefined && { c: categoryId }), s: startMs, e: endMs }
  })
}

/** The rows of a plan that no checker has read. Throws if its rows break a rule. */
export const checkedPlanRows = (snapshot: ShopSnapshot, planned: readonly ScheduledOperation[]): PlanRow[] => {
  const rows = planRows(snapshot, planned)
  const [violation] = checkRows(snapshot, { operations: planned }, rows.map(storedDates))
  if (violation) throw new Error(violationSentence(violation))
  return rows
}

/**
 * Rows in parts, in the given order. Sorted by key, they would leave the pages of the index half empty between the rows of
 * other plans.
 */
export const planParts = (rows: readonly PlanRow[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerPart) }, (_, part) =>
    planRowsJson(rows.slice(part * rowsPerPart, (part + 1) * rowsPerPart)),
  )

/** The starts of a plan that is stored as parts. */
export const startsOfParts = (parts: readonly string[]): EarlierPlan =>
  new Map(
    parts.flatMap((rowsJson) => {
      const rows: readonly DatedRow[] = JSON.parse(rowsJson)
      return rows.map(({ o, s, c }) => [o, { startMs: s, categoryId: c }] as const)
    }),
  )

/** The rows of the operations that move (`isMoved`). The others keep their reasons too. */
export const movedRows = (stored: ShopSnapshot, rows: readonly PlanRow[]): PlanRow[] => {
  const known = operationsById(stored)
  return rows.filter(({ o, s, e, c }) => isMoved(known.get(o), { startMs: s, endMs: e, categoryId: c }))
}
