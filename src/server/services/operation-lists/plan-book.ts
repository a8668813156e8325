import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PlanRanks } from '#domain/operation-lists/order-operations.ts'
import {
  type ArrangedPlan,
  arrangeRows,
  linkColumns,
  type PlanDates,
  type PlanLink,
  type PlanRow,
  patchDates,
  patchPlan,
} from '#domain/overdue/arrange-plan.ts'
import { type PlanCalendars, type PlanFacts, planCalendars, planFacts } from '#domain/overdue/judge-plan.ts'
import type { PlanColumns, PlanProject } from '#domain/overdue/plan-columns.ts'
import { type CalendarSource, shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'

/** Which state of the organisation a book shows. */
export interface PlanStamp {
  /** `tenants.plan_version` and the newest history entry: together they change with every change of the plan or its words. */
  readonly text: string
  readonly planVersion: number
  /** Of the newest history entry. */
  readonly historyAtMs: number
  /** Young entries, and when they were written, that had been read before the operations were: what they tell of is in the book. */
  readonly told: ReadonlyMap<string, number>
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

/** What was read, before it is put into columns: three times their size, and not kept. */
export interface BookSource {
  readonly stamp: PlanStamp
  readonly rows: Map<string, PlanRow>
  readonly links: Map<string, PlanLink[]>
  readonly projects: readonly PlanProject[]
  readonly shop: BookShop
  /** In several transactions: what changed meanwhile may be there by half, and is found by the next refresh. */
  readonly isInParts: boolean
}

/** All operations of an organisation, read and judged as far as the time does not matter. Nothing in it changes. */
export interface PlanBook extends Pick<BookSource, 'stamp' | 'projects' | 'shop' | 'isInParts'> {
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
  /** Names what is remembered of an earlier instant: see `readOverdueBefore`. */
  readonly earlier: object
}

const dayMs = 86_400_000
/** Slack and lateness further back than this are clipped. */
const longestPastMs = 3 * 365 * dayMs

/** Calendars begin behind everything that slack is counted from. */
const calendarStart = (plan: PlanColumns, nowMs: number): number => {
  let first = nowMs
  for (const { dueMs } of plan.projects) if (dueMs !== null && dueMs < first) first = dueMs
  for (let row = 0; row < plan.ids.length; row++) {
    const start = plan.scheduledStartMs[row] as number
    if (start < first && Number.isNaN(plan.actualEndMs[row])) first = start
  }
  return Math.max(first, nowMs - longestPastMs) - 60 * dayMs
}

const categoryIndex = ({ categories }: BookShop) =>
  new Map(categories.map(({ categoryId }, index) => [categoryId, index]))

const lowerCase = (names: readonly string[]): string[] => {
  const known = new Map<string, string>()
  return names.map((name) => {
    const lower = known.get(name) ?? name.toLowerCase()
    known.set(name, lower)
    return lower
  })
}

/** Puts what was read into columns and judges it, in steps between which others have their turn. */
export const buildBook = async ({ rows, links, ...source }: BookSource, nowMs: number): Promise<PlanBook> => {
  const { shop, projects } = source
  const arranged = arrangeRows(rows.values(), projects, categoryIndex(shop))
  await othersTurn()
  const plan = { ...arranged, ...linkColumns(links, arranged) }
  await othersTurn()
  const { organisation, byCategory } = shopCalendars(shop, calendarStart(plan, nowMs))
  const ofCategories = shop.categories.map(({ categoryId }) => byCategory.get(categoryId) ?? organisation)
  const calendars = planCalendars(shop.timeZone, organisation, ofCategories)
  await othersTurn()
  return {
    ...source,
    plan,
    calendars,
    organisationCalendar: organisation,
    facts: planFacts(plan, calendars),
    words: {
      operations: lowerCase(plan.names),
      projects: projects.map((of) => `${of.projectNumber} ${of.projectName} ${of.customerName}`.toLowerCase()),
      categories: shop.categories.map(({ name }) => name.toLowerCase()),
    },
    ranks: {},
    earlier: {},
  }
}

/** The same book at a later stamp, some of its operations changed in themselves: only their projects are judged again. */
export const patchBook = (book: PlanBook, stamp: PlanStamp, changed: readonly PlanRow[]): PlanBook => {
  const plan = patchPlan(book.plan, changed, categoryIndex(book.shop))
  const rows = changed.map((row) => plan.rowOf.get(row[0]) as number)
  const renamed = rows.filter((row) => plan.names[row] !== book.plan.names[row])
  const operations = renamed.length > 0 ? [...book.words.operations] : book.words.operations
  for (const row of renamed) (operations as string[])[row] = (plan.names[row] as string).toLowerCase()
  const { operationName, ...ranks } = book.ranks
  return {
    ...book,
    stamp,
    isInParts: false,
    plan,
    ranks: renamed.length > 0 || !operationName ? ranks : book.ranks,
    words: { ...book.words, operations },
    facts: planFacts(plan, book.calendars, {
      facts: book.facts,
      projects: new Set(rows.map((row) => plan.project[row] as number)),
    }),
  }
}

/** The same book at a later stamp with the dates of another plan; null when that is one of other operations. */
export const moveBook = async (
  book: PlanBook,
  stamp: PlanStamp,
  dates: readonly PlanDates[],
): Promise<PlanBook | null> => {
  const { plan, projects, unknown } = patchDates(book.plan, dates)
  const read = dates.reduce((sum, { operationIds }) => sum + operationIds.length, 0)
  if (unknown > 0 || read !== plan.ids.length) return null
  await othersTurn()
  const facts = planFacts(plan, book.calendars, { facts: book.facts, projects })
  return { ...book, stamp, isInParts: true, plan, earlier: {}, facts }
}
