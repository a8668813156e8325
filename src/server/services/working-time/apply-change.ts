import { randomUUID } from 'node:crypto'
import type { CalendarExceptionInput } from '#contract/holidays.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { CalendarException } from '#domain/time/calendar-rules.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { holidaySpans } from '../scheduling/load-working-time.ts'

const spanOf = ({ kind, name, startsAt, endsAt, categoryId }: CalendarExceptionInput): CalendarException => ({
  kind,
  name,
  startMs: Date.parse(startsAt),
  endMs: Date.parse(endsAt),
  categoryId: categoryId ?? null,
})

const requireIn = (ids: readonly string[], id: string | null | undefined, path: string, what: string): void => {
  if (id && !ids.includes(id)) throw new ValidationError([{ path, message: `Not a ${what} of this organisation` }])
}

/**
 * The shop as it would be with a change that is not saved; the snapshot itself stays. `takenBack` is the span of the
 * exception that the change removes. 404 for a record that is not there, 400 for one it names in vain.
 */
export const applyChange = (
  shop: ShopSnapshot,
  change: WorkingTimeChange,
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
    case 'defaultShift':
      requireIn(shiftIds, change.shiftId, 'shiftId', 'shift pattern')
      return { ...shop, defaultShiftId: change.shiftId }
    case 'category': {
      if (!categoryIds.includes(change.categoryId)) throw new NotFoundError()
      requireIn(shiftIds, change.shiftId, 'shiftId', 'shift pattern')
      const { kind: _, categoryId, ...sent } = change
      const changed = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      return {
        ...shop,
        categories: shop.categories.map((centre) =>
          centre.categoryId === categoryId ? { ...centre, ...changed } : centre,
        ),
      }
    }
    case 'holiday': {
      const { holidayId, holiday } = change
      requireIn(categoryIds, holiday?.categoryId, 'holiday.categoryId', 'work centre')
      const others = shop.holidays.filter((span) => span.holidayId !== holidayId)
      const added = holiday
        ? holidaySpans(
            {
              holidayId: holidayId ?? randomUUID(),
              name: holiday.name,
              date: holiday.date,
              rule: holiday.rule ?? null,
              fromMinute: holiday.fromMinute ?? null,
              toMinute: holiday.toMinute ?? null,
              categoryId: holiday.categoryId ?? null,
            },
            shop.nowMs,
          )
        : []
      return { ...shop, holidays: [...others, ...added] }
    }
    default: {
      requireIn(categoryIds, change.exception?.categoryId, 'exception.categoryId', 'work centre')
      const index = takenBack
        ? shop.exceptions.findIndex((span) => JSON.stringify(span) === JSON.stringify(takenBack))
        : -1
      const others = shop.exceptions.filter((_, at) => at !== index)
      return { ...shop, exceptions: [...others, ...(change.exception ? [spanOf(change.exception)] : [])] }
    }
  }
}
