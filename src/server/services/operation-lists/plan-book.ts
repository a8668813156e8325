import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PlanRanks } from '#domain/operation-lists/order-operations.ts'
import {
  type ArrangedPlan,
  arrangeRows,
  linkColumns,
  type PlanLink,
  type PlanRow,
  patchPlan,
} from '#domain/overdue/arrange-plan.ts'
import { type PlanCalendars, type PlanFacts, planCalendars, planFacts } from '#domain/overdue/judge-plan.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { type CalendarSource, shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'

/** Which state of the organisation a book shows. */
export interface PlanStamp {
  /** `tenants.plan_version` and the newest history entry: together they change with every change of the plan or its words. */
  readonly text: string
  readonly planVersion: number
  /** Of the newest history entry. */
  readonly historyAtMs: number
}

export interface BookCategory {
  readonly categoryId: string
  readonly name: string
  readonly color: string
  readonly shiftId: string | null
}

/** What decides working time, and the work centres. */
export interface BookShop extends Omit<CalendarSource, 'categories'> {
  readonly categories: BookCategory[]
}

/** What was read. */
export interface BookSource {
  readonly stamp: PlanStamp
  readonly rows: Map<string, PlanRow>
  readonly links: Map<string, PlanLink[]>
  readonly projects: readonly PlanProject[]
  readonly shop: BookShop
}

/** All operations of an organisation, read and judged as far as the time does not matter. */
export interface PlanBook extends BookSource {
  readonly plan: ArrangedPlan
  readonly facts: PlanFacts
  readonly calendars: PlanCalendars
  readonly organisationCalendar: WorkCalendar
  readonly words: {
    readonly operations: readonly string[]
    readonly projects: readonly string[]
    readonly categories: readonly string[]
  }
  /** Filled when first asked for. */
  readonly ranks: PlanRanks
}

const dayMs = 86_400_000
/** Slack and lateness further back than this are clipped. */
const longestPastMs = 3 * 365 * dayMs

/** Calendars begin behind everything that slack is counted from. */
const calendarStart = (source: BookSource, nowMs: number): number => {
  let first = nowMs
  for (const { dueMs } of source.projects) if (dueMs !== null && dueMs < first) first = dueMs
  for (const row of source.rows.values()) if (row[12] === null && (row[9] ?? first) < first) first = row[9] as number
  return Math.max(first, nowMs - longestPastMs) - 60 * dayMs
}

const categoryIndex = ({ categories }: BookShop) =>
  new Map(categories.map(({ categoryId }, index) => [categoryId, index]))

/** Puts what was read into columns and judges it, in steps between which others have their turn. */
export const buildBook = async (source: BookSource, nowMs: number): Promise<PlanBook> => {
  const { shop, projects } = source
  const arranged = arrangeRows(source.rows.values(), projects, categoryIndex(shop))
  await othersTurn()
  const plan = { ...arranged, ...linkColumns(source.links, arranged) }
  await othersTurn()
  const { organisation, byCategory } = shopCalendars(shop, calendarStart(source, nowMs))
  const ofCategories = shop.categories.map(({ categoryId }) => byCategory.get(categoryId) ?? organisation)
  const calendars = planCalendars(shop.timeZone, organisation, ofCategories)
  return {
    ...source,
    plan,
    calendars,
    organisationCalendar: organisation,
    facts: planFacts(plan, calendars),
    words: {
      operations: plan.names.map((name) => name.toLowerCase()),
      projects: projects.map((of) => `${of.projectNumber} ${of.projectName} ${of.customerName}`.toLowerCase()),
      categories: shop.categories.map(({ name }) => name.toLowerCase()),
    },
    ranks: {},
  }
}

/** The same book at a later stamp, some of its operations changed in themselves. */
export const patchBook = (book: PlanBook, stamp: PlanStamp, changed: readonly PlanRow[]): PlanBook => {
  const plan = patchPlan(book.plan, changed, categoryIndex(book.shop))
  const operations = [...book.words.operations]
  for (const row of changed) operations[plan.rowOf.get(row[0]) as number] = row[3].toLowerCase()
  const { operationName: _, ...ranks } = book.ranks
  return { ...book, stamp, plan, ranks, words: { ...book.words, operations }, facts: planFacts(plan, book.calendars) }
}
