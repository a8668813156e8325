import { randomUUID } from 'node:crypto'
import type { CalendarExceptionInput, HolidayInput } from '#contract/holidays.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { CalendarException, HolidaySpan } from '#domain/time/calendar-rules.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { findTemplate } from '../holidays/holiday-templates.ts'
import { splitKnown } from '../holidays/write-holidays.ts'
import { holidaySpans } from '../scheduling/load-working-time.ts'

/** Replaces a template by the holidays that it would add. Other changes stay unchanged. 404. */
export const resolveChange = (
  ctx: TenantContext,
  change: WorkingTimeChange,
): Promise<ResolvedChange> | ResolvedChange =>
  change.kind !== 'template'
    ? change
    : readTenant(ctx, async (tx) => {
        const template = await findTemplate(ctx, tx, change.templateId)
        if (!template) throw new NotFoundError()
        return { kind: 'holidays', holidays: (await splitKnown(ctx, tx, template.items)).fresh }
      })

const spanOf = ({ kind, name, startsAt, endsAt, categoryId }: CalendarExceptionInput): CalendarException => ({
  kind,
  name,
  startMs: Date.parse(startsAt),
  endMs: Date.parse(endsAt),
  categoryId: categoryId ?? null,
})

const spansOf = (holiday: HolidayInput, holidayId: string, nowMs: number): HolidaySpan[] =>
  holidaySpans(
    {
      holidayId,
      name: holiday.name,
      date: holiday.date,
      rule: holiday.rule ?? null,
      fromMinute: holiday.fromMinute ?? null,
      toMinute: holiday.toMinute ?? null,
      categoryId: holiday.categoryId ?? null,
    },
    nowMs,
  )

/** The shop without a work center. Its operations move to another one, and its own holidays and exceptions are removed. */
const withoutCenter = (shop: ShopSnapshot, categoryId: string, reassignTo: string | null): ShopSnapshot => ({
  ...shop,
  categories: shop.categories.filter((center) => center.categoryId !== categoryId),
  holidays: shop.holidays.filter((span) => span.categoryId !== categoryId),
  exceptions: shop.exceptions.filter((span) => span.categoryId !== categoryId),
  projects: shop.projects.map((project) => ({
    ...project,
    operations: project.operations.map((operation) =>
      operation.categoryId === categoryId ? { ...operation, categoryId: reassignTo } : operation,
    ),
  })),
})

const requireIn = (ids: readonly string[], id: string | null | undefined, path: string, what: string): void => {
  if (id && !ids.includes(id)) throw new ValidationError([{ path, message: `Not a ${what} of this organization` }])
}

/** A change in which a template is replaced by its holidays. */
type ResolvedChange = Exclude<WorkingTimeChange, { kind: 'template' }>

/**
 * The shop with an unsaved change. Does not modify the snapshot. `takenBack` is the span of the removed exception. Another
 * time zone is applied when the shop is loaded (`loadShop`). 404 for an unknown record, 400 for an unknown reference.
 */
export const applyChange = (
  shop: ShopSnapshot,
  change: ResolvedChange,
  takenBack: CalendarException | null,
): ShopSnapshot => {
  const shiftIds = shop.shifts.map(({ shiftId }) => shiftId)
  const categoryIds = shop.categories.map(({ categoryId }) => categoryId)
  switch (change.kind) {
    case 'shift': {
      if (!shiftIds.includes(change.shiftId)) throw new NotFoundError()
      const { shiftId, versions } = change
      return {
        ...shop,
        shifts: shop.shifts.map((shift) => (shift.shiftId === shiftId ? { ...shift, versions } : shift)),
      }
    }
    case 'organisation': {
      requireIn(shiftIds, change.defaultShiftId, 'defaultShiftId', 'shift pattern')
      const { freezeWorkingDays = shop.freezeWorkingDays, defaultShiftId = shop.defaultShiftId } = change
      return { ...shop, freezeWorkingDays, defaultShiftId }
    }
    case 'category': {
      if (!categoryIds.includes(change.categoryId)) throw new NotFoundError()
      requireIn(shiftIds, change.shiftId, 'shiftId', 'shift pattern')
      const { kind: _, categoryId, ...sent } = change
      const changed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      return {
        ...shop,
        categories: shop.categories.map((center) =>
          center.categoryId === categoryId ? { ...center, ...changed } : center,
        ),
      }
    }
    case 'categoryGone':
      if (!categoryIds.includes(change.categoryId)) throw new NotFoundError()
      requireIn(categoryIds, change.reassignTo, 'reassignTo', 'work center')
      return withoutCenter(shop, change.categoryId, change.reassignTo ?? null)
    case 'holiday': {
      const { holidayId, holiday } = change
      requireIn(categoryIds, holiday?.categoryId, 'holiday.categoryId', 'work center')
      const others = shop.holidays.filter((span) => span.holidayId !== holidayId)
      const added = holiday ? spansOf(holiday, holidayId ?? randomUUID(), shop.nowMs) : []
      return { ...shop, holidays: [...others, ...added] }
    }
    case 'holidays': {
      for (const { categoryId } of change.holidays) requireIn(categoryIds, categoryId, 'categoryId', 'work center')
      const added = change.holidays.flatMap((holiday) => spansOf(holiday, randomUUID(), shop.nowMs))
      return { ...shop, holidays: [...shop.holidays, ...added] }
    }
    default: {
      requireIn(categoryIds, change.exception?.categoryId, 'exception.categoryId', 'work center')
      const index = takenBack
        ? shop.exceptions.findIndex((span) => JSON.stringify(span) === JSON.stringify(takenBack))
        : -1
      const others = shop.exceptions.filter((_, at) => at !== index)
      return { ...shop, exceptions: [...others, ...(change.exception ? [spanOf(change.exception)] : [])] }
    }
  }
}
