import type { CalendarExceptionInput, HolidayInput } from '#contract/holidays.ts'
import type { ProposedWorkingTime } from '#contract/working-time.ts'
import { isOutside, isWorkCenter, outsideRefusal } from '#domain/categories/category-kind.ts'
import { holidaySpans } from '#domain/holidays/holiday-spans.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { HolidaySpan } from '#domain/time/calendar-rules.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'

/** Why a change cannot be made. `notFound`: it names a record that does not exist. */
export interface RefusedChange {
  readonly ok: false
  readonly code: 'notFound' | 'rule'
  readonly reason: string
}

/** The shop after some changes, or why one of them cannot be made. */
export type ChangedShop = { readonly ok: true; readonly snapshot: ShopSnapshot } | RefusedChange

type Change<K extends ProposedWorkingTime['kind']> = Extract<ProposedWorkingTime, { kind: K }>

const changed = (snapshot: ShopSnapshot): ChangedShop => ({ ok: true, snapshot })
const refused = (reason: string): RefusedChange => ({ ok: false, code: 'rule', reason })
export const goneRecord: RefusedChange = { ok: false, code: 'notFound', reason: 'A changed record no longer exists.' }

const noCenter = refused('Not a work center of this organization.')
const noHours = refused(outsideRefusal)
const oneAtATime = refused('A work center with changeovers runs one operation at a time.')
const noChangeoversOutside = refused('Only a work center of the shop has changeovers.')
const noShift = refused('Not a shift pattern of this organization.')

const hasCenter = ({ categories }: ShopSnapshot, id: string | null | undefined): boolean =>
  !id || categories.some(({ categoryId }) => categoryId === id)

/** Why a work center cannot have closed days, overtime, downtime or a different capacity; null if it can. */
const refusedAt = (shop: ShopSnapshot, id: string | null | undefined): RefusedChange | null => {
  const center = shop.categories.find(({ categoryId }) => categoryId === id)
  if (id && !center) return noCenter
  return center && isOutside(center) ? noHours : null
}

/** Whether a work center has changeovers, so that it runs one operation at a time. */
const hasChangeovers = ({ categories }: ShopSnapshot, id: string): boolean =>
  categories.some(({ categoryId, changeovers = [] }) => categoryId === id && changeovers.length > 0)
const hasShift = ({ shifts }: ShopSnapshot, id: string | null | undefined): boolean =>
  !id || shifts.some(({ shiftId }) => shiftId === id)

/** The shop with an added exception (overtime, downtime or capacity). */
const withException = (shop: ShopSnapshot, input: CalendarExceptionInput): ShopSnapshot => {
  const { name } = input
  const startMs = Date.parse(input.startsAt)
  if (input.kind === 'capacity') {
    const { categoryId, units, endsAt } = input
    const span = { name, categoryId, units, startMs, endMs: endsAt ? Date.parse(endsAt) : null }
    return { ...shop, capacitySpans: [...(shop.capacitySpans ?? []), span] }
  }
  const { kind, endsAt, categoryId = null } = input
  const exception = { kind, name, startMs, endMs: Date.parse(endsAt), categoryId }
  return { ...shop, exceptions: [...shop.exceptions, exception] }
}

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

/** The shop in another time zone, which also moves the ends of the ship dates. */
const inZone = (shop: ShopSnapshot, timeZone: string): ShopSnapshot => ({
  ...shop,
  timeZone,
  projects: shop.projects.map((project) =>
    project.shipMs == null ? project : { ...project, dueMs: endOfDayMs(project.shipMs, timeZone) },
  ),
})

const changeSettings = (shop: ShopSnapshot, change: Change<'organisation'>): ChangedShop => {
  const { timeZone, freezeWorkingDays = shop.freezeWorkingDays, defaultShiftId = shop.defaultShiftId } = change
  const { closedDayRule = shop.closedDayRule } = change
  if (!hasShift(shop, defaultShiftId)) return noShift
  const moved = timeZone === undefined ? shop : inZone(shop, timeZone)
  return changed({ ...moved, freezeWorkingDays, defaultShiftId, closedDayRule })
}

const changeCenter = (shop: ShopSnapshot, { kind: _, categoryId, ...sent }: Change<'category'>): ChangedShop => {
  if (!hasCenter(shop, categoryId)) return goneRecord
  if (!hasShift(shop, sent.shiftId)) return noShift
  const { outside, capacity, shiftId } = sent
  const refusal = outside === undefined ? refusedAt(shop, categoryId) : null
  if (refusal) return refusal
  if ((capacity ?? 1) > 1 && hasChangeovers(shop, categoryId)) return oneAtATime
  if (outside && hasChangeovers(shop, categoryId)) return noChangeoversOutside
  const categories = shop.categories.map((center) =>
    center.categoryId === categoryId
      ? {
          ...center,
          capacity: capacity ?? center.capacity,
          shiftId: shiftId === undefined ? center.shiftId : shiftId,
          ...(outside !== undefined &&
            isWorkCenter(center) && { kind: outside ? ('outside' as const) : ('inside' as const) }),
        }
      : center,
  )
  return changed({ ...shop, categories })
}

/** Removes a work center. Its operations move to another one; its holidays, overtime and downtime are removed. */
const removeCenter = (shop: ShopSnapshot, { categoryId, reassignTo }: Change<'categoryGone'>): ChangedShop => {
  if (!hasCenter(shop, categoryId)) return goneRecord
  if (!hasCenter(shop, reassignTo)) return noCenter
  if (reassignTo === categoryId) return refused('Choose another work center.')
  const kindOf = (id: string | undefined) => shop.categories.find((center) => center.categoryId === id)
  const [center, next] = [kindOf(categoryId), kindOf(reassignTo)]
  if (center && next && isWorkCenter(center) !== isWorkCenter(next)) return noCenter
  const isOfIt = (record: { readonly categoryId: string | null }) => record.categoryId === categoryId
  const usesIt = (operation: SnapshotOperation) => isOfIt(operation) || operation.poolId === categoryId
  const isUsed = shop.projects.some(({ operations }) => operations.some(usesIt))
  if (isUsed && !reassignTo) return refused('Operations use this work center. Choose the one that takes them over.')
  return changed({
    ...shop,
    categories: shop.categories.filter((center) => !isOfIt(center)),
    holidays: shop.holidays.filter((span) => !isOfIt(span)),
    exceptions: shop.exceptions.filter((span) => !isOfIt(span)),
    capacitySpans: shop.capacitySpans?.filter((span) => !isOfIt(span)) ?? [],
    projects: shop.projects.map((project) =>
      project.operations.some(usesIt)
        ? {
            ...project,
            operations: project.operations.map((operation) => {
              if (!usesIt(operation)) return operation
              return { ...operation, [isOfIt(operation) ? 'categoryId' : 'poolId']: reassignTo ?? null }
            }),
          }
        : project,
    ),
  })
}

const changeHoliday = (shop: ShopSnapshot, { holidayId, holiday }: Change<'holiday'>): ChangedShop => {
  const refusal = refusedAt(shop, holiday?.categoryId)
  if (refusal) return refusal
  const others = shop.holidays.filter((span) => span.holidayId !== holidayId)
  if (holidayId !== null && others.length === shop.holidays.length) return goneRecord
  const added = holiday ? spansOf(holiday, holidayId ?? '', shop.nowMs) : []
  return changed({ ...shop, holidays: [...others, ...added] })
}

const changeException = (shop: ShopSnapshot, { exceptionId, exception }: Change<'exception'>): ChangedShop => {
  const refusal = refusedAt(shop, exception?.categoryId)
  if (refusal) return refusal
  if (exception?.kind === 'capacity' && exception.units > 1 && hasChangeovers(shop, exception.categoryId)) {
    return oneAtATime
  }
  const isOther = (span: { readonly exceptionId?: string }) => exceptionId === null || span.exceptionId !== exceptionId
  const { exceptions, capacitySpans = [] } = shop
  const isKnown = exceptionId === null || [...exceptions, ...capacitySpans].some((span) => !isOther(span))
  if (!isKnown) return goneRecord
  const others = { ...shop, exceptions: exceptions.filter(isOther), capacitySpans: capacitySpans.filter(isOther) }
  return changed(exception ? withException(others, exception) : others)
}

/** The shop with changed working time or capacity. The input is not modified. */
export const applyWorkingTime = (shop: ShopSnapshot, change: ProposedWorkingTime): ChangedShop => {
  switch (change.kind) {
    case 'shift': {
      const { shiftId, versions } = change
      if (!hasShift(shop, shiftId)) return goneRecord
      const shifts = shop.shifts.map((shift) => (shift.shiftId === shiftId ? { ...shift, versions } : shift))
      return changed({ ...shop, shifts })
    }
    case 'organisation':
      return changeSettings(shop, change)
    case 'category':
      return changeCenter(shop, change)
    case 'categoryGone':
      return removeCenter(shop, change)
    case 'holiday':
      return changeHoliday(shop, change)
    case 'holidays': {
      const refusal = change.holidays.map(({ categoryId }) => refusedAt(shop, categoryId)).find((one) => one !== null)
      if (refusal) return refusal
      const added = change.holidays.flatMap((holiday) => spansOf(holiday, '', shop.nowMs))
      return changed({ ...shop, holidays: [...shop.holidays, ...added] })
    }
    case 'exception':
      return changeException(shop, change)
  }
}
