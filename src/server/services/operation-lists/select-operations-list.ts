import { defaultRiskDays, type OperationFilter, type OperationOrder } from '#contract/operation-filter.ts'
import type { OperationGroups, Snooze } from '#contract/operation-lists.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import {
  type FilteredOperations,
  filterOperations,
  type JudgedPlan,
} from '#domain/operation-lists/filter-operations.ts'
import { groupOperations } from '#domain/operation-lists/group-operations.ts'
import { orderOperations } from '#domain/operation-lists/order-operations.ts'
import { judgePlan } from '#domain/overdue/judge-plan.ts'
import { previousWorkingDayMs } from '#domain/overdue/working-days.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { openPlanBook } from './open-plan-book.ts'
import type { PlanBook } from './plan-book.ts'
import { readOverdueBefore } from './read-overdue-before.ts'
import { readSnoozes } from './read-snoozes.ts'
import { selectStalledRows } from './select-stalled-rows.ts'

export type OperationSelection = OperationFilter & OperationOrder

export interface SelectedOperations {
  readonly book: PlanBook
  readonly judged: JudgedPlan
  readonly filtered: FilteredOperations
  /** All that match, in order, group behind group. */
  readonly rows: Int32Array
  readonly groups: OperationGroups
  readonly snoozes: ReadonlyMap<string, Snooze>
  readonly nowMs: number
  readonly comparedWithMs: number
}

/** Who was overdue when the previous working day began; as true as the book is, until the next day. */
const overdueBefore = new WeakMap<PlanBook, { atMs: number; rows: Uint8Array }>()

const spanOf = ({ fromDate, toDate }: OperationFilter, zone: string) => ({
  fromMs: fromDate === undefined ? -Infinity : dateOnlyToMs(fromDate, zone, 0),
  toMs: toDate === undefined ? Infinity : dateOnlyToMs(addDays(toDate, 1), zone, 0),
})

/** 1 for every row that the dashboard counts as stalled. */
const stalledFlags = async (ctx: TenantContext, tx: Tx, book: PlanBook): Promise<Uint8Array> => {
  const stalled = new Uint8Array(book.plan.ids.length)
  for (const row of (await selectStalledRows(ctx, tx, book)).keys()) stalled[row] = 1
  return stalled
}

/** The operations of the organisation that match, judged at this instant, in order and in groups. */
export const selectOperationsList = async (
  ctx: TenantContext,
  selection: OperationSelection,
): Promise<SelectedOperations> => {
  const book = await openPlanBook(ctx)
  const nowMs = ctx.app.now().getTime()
  const comparedWithMs = previousWorkingDayMs(nowMs, book.organisationCalendar)
  const known = overdueBefore.get(book)
  const [wasOverdue, snoozes, stalled] = await readTenant(ctx, (tx) =>
    Promise.all([
      known?.atMs === comparedWithMs ? known.rows : readOverdueBefore(tx, ctx.tenantId, book, comparedWithMs),
      readSnoozes(ctx, tx),
      selection.stalled ? stalledFlags(ctx, tx, book) : null,
    ]),
  )
  overdueBefore.set(book, { atMs: comparedWithMs, rows: wasOverdue })
  const { plan, facts, calendars, words } = book
  const snoozed = new Uint8Array(plan.ids.length)
  for (const id of snoozes.keys()) {
    const row = plan.rowOf.get(id)
    if (row !== undefined) snoozed[row] = 1
  }
  const judged: JudgedPlan = {
    plan,
    facts,
    words,
    snoozed,
    wasOverdue,
    stalled,
    categoryIds: book.shop.categories.map(({ categoryId }) => categoryId),
    judgement: judgePlan(plan, facts, calendars, { nowMs, riskDays: selection.riskDays ?? defaultRiskDays }),
  }
  const filtered = filterOperations(judged, selection, spanOf(selection, calendars.timeZone))
  const ordered = orderOperations(judged, book.ranks, filtered.rows, selection)
  return {
    book,
    judged,
    filtered,
    ...groupOperations(judged, ordered, selection.groupBy),
    snoozes,
    nowMs,
    comparedWithMs,
  }
}
