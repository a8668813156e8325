import type { Placement } from '#contract/placement.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { checkRows, type StoredDates } from '#domain/scheduling/check/check-rows.ts'
import { violationSentence } from '#domain/scheduling/check/violation.ts'
import { storedStartMs } from '#domain/scheduling/operation-work.ts'
import type { ScheduledOperation } from '#domain/scheduling/schedule-result.ts'
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

/**
 * The rows that a plan writes. A run does not change the planned dates of finished work, and begun work keeps its planned start unless it
 * began before it (`storedStartMs`).
 */
export const planRows = (snapshot: ShopSnapshot, planned: readonly ScheduledOperation[]): PlanRow[] => {
  const known = new Map(snapshot.projects.flatMap(({ operations }) => operations.map((o) => [o.operationId, o])))
  return planned.map(({ operationId, startMs, endMs, placement, categoryId }) => {
    const before = known.get(operationId)
    if (!before) throw new Error(`The plan names an operation that the snapshot does not have: ${operationId}`)
    const row = { o: operationId, p: placement, ...(categoryId !== undefined && { c: categoryId }) }
    if (isCompleted(before)) return { ...row, s: before.scheduledStartMs, e: before.scheduledEndMs }
    return { ...row, s: startMs === null ? null : storedStartMs(before, startMs), e: endMs }
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

/** The rows whose dates differ from the stored ones. The others keep their reasons too. */
export const movedRows = (stored: ShopSnapshot, rows: readonly PlanRow[]): PlanRow[] => {
  const known = new Map(stored.projects.flatMap(({ operations }) => operations.map((one) => [one.operationId, one])))
  return rows.filter(({ o, s, e, c }) => {
    const before = known.get(o)
    const isElsewhere = c !== undefined && before?.categoryId !== c
    return before?.scheduledStartMs !== s || before.scheduledEndMs !== e || isElsewhere
  })
}
