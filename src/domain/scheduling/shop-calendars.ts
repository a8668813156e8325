import type { CategoryKind } from '#contract/vocabulary.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import type { CalendarRules } from '#domain/time/calendar-rules.ts'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { ZoneOffsets } from '#domain/time/zone-offsets.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

/** The parts of a snapshot that define working time. */
export type CalendarSource = Pick<
  ShopSnapshot,
  'timeZone' | 'defaultShiftId' | 'shifts' | 'holidays' | 'closedDayRule' | 'exceptions'
> & { categories: { categoryId: string; shiftId: string | null; kind?: CategoryKind }[] }

export interface ShopCalendars {
  standard: WorkCalendar
  /** By category id. Categories with equal rules share a calendar. */
  byCategory: Map<string, WorkCalendar>
  /** Working time of an operation with this work center and pool: only while both work. */
  of: (categoryId: string | null, poolId: string | null | undefined) => WorkCalendar
}

/**
 * The rules of one work center, or of the organization (null). A missing shift falls back to the organization's. Outside work runs 24/7.
 */
export const calendarRules = (source: CalendarSource, categoryId: string | null): CalendarRules => {
  const center = source.categories.find((category) => category.categoryId === categoryId)
  const find = (id: string | null | undefined) => source.shifts.find(({ shiftId }) => shiftId === id)
  const applies = (of: { categoryId: string | null }): boolean => of.categoryId === null || of.categoryId === categoryId
  const { timeZone, closedDayRule } = source
  if (center && isOutside(center)) return { timeZone, shift: null, holidays: [], closedDayRule, exceptions: [] }
  return {
    timeZone,
    shift: find(center?.shiftId) ?? find(source.defaultShiftId) ?? null,
    holidays: source.holidays.filter(applies),
    closedDayRule,
    exceptions: source.exceptions.filter(applies),
  }
}

/** Calendars of the organization and every work center from `fromMs` on (earlier instants are clamped to it). */
export const shopCalendars = (source: CalendarSource, fromMs: number): ShopCalendars => {
  const special = new Set([...source.holidays, ...source.exceptions].map(({ categoryId }) => categoryId))
  const outside = new Set<string | null>(source.categories.filter(isOutside).map(({ categoryId }) => categoryId))
  const known = new Map<string, WorkCalendar>()
  const offsets = new ZoneOffsets(source.timeZone, fromMs - 5 * 86_400_000)
  const compile = (categoryId: string | null): WorkCalendar => {
    const rules = calendarRules(source, categoryId)
    const isSpecial = categoryId !== null && special.has(categoryId)
    const key = outside.has(categoryId) ? 'outside' : `${rules.shift?.shiftId ?? ''}\n${isSpecial ? categoryId : ''}`
    const calendar = known.get(key) ?? new WorkCalendar(rules, fromMs, offsets)
    known.set(key, calendar)
    return calendar
  }
  const standard = compile(null)
  const byCategory = new Map(source.categories.map(({ categoryId }) => [categoryId, compile(categoryId)]))
  const together = new Map<WorkCalendar, Map<WorkCalendar, WorkCalendar>>()
  return {
    standard,
    byCategory,
    of: (categoryId, poolId) => {
      const center = (categoryId !== null && byCategory.get(categoryId)) || standard
      const pool = poolId && byCategory.get(poolId)
      if (!pool || pool === center) return center
      const known = together.get(center) ?? new Map<WorkCalendar, WorkCalendar>()
      together.set(center, known)
      const both = known.get(pool) ?? new WorkCalendar({ ...center.rules, also: pool.rules }, fromMs, offsets)
      known.set(pool, both)
      return both
    },
  }
}
