import type { ShiftPeriod } from '#contract/shifts.ts'
import type { ShopFile, ShopFileOperation } from '#contract/shop-files.ts'
import type {
  ShopSnapshot,
  SnapshotCategory,
  SnapshotDependency,
  SnapshotOperation,
} from '#domain/scheduling/shop-snapshot.ts'

const minuteMs = 60_000
const padded = (position: number): string => String(position).padStart(6, '0')

/** Ids in the order of the file, because ties are broken by id. */
const operationIdAt = (position: number): string => `operation-${padded(position)}`
const centerIdAt = (position: number): string => `center-${padded(position)}`
const shiftIdAt = (position: number): string => `shift-${padded(position)}`

const periodsOf = (periods: readonly (readonly [number, number, number])[]): ShiftPeriod[] =>
  periods.map(([weekday, fromMinute, toMinute]) => ({ weekday, fromMinute, toMinute }))

const linkOf = (link: NonNullable<ShopFileOperation['after']>[number]): SnapshotDependency => {
  if (typeof link === 'number') return { operationId: operationIdAt(link), lagHours: 0 }
  const { operation, lag = 0, maxLag, clock, done } = link
  return {
    operationId: operation === null ? 'unknown' : operationIdAt(operation),
    lagHours: lag,
    ...(clock && { lagUnit: 'calendar' }),
    ...(maxLag !== undefined && { maxLagHours: maxLag }),
    ...(done !== undefined && { overlapPercent: done }),
  }
}

const centerOf = (center: ShopFile['centers'][number], position: number): SnapshotCategory => {
  const { name, kind, capacity, shift, changeovers } = center
  return {
    categoryId: centerIdAt(position),
    name,
    kind,
    capacity,
    shiftId: shift === undefined ? null : shiftIdAt(shift),
    ...(changeovers && {
      changeovers: changeovers.map(([fromFamily, toFamily, hours]) => ({ fromFamily, toFamily, hours })),
    }),
  }
}

/** The snapshot of a shop file, as the engine and the checker read it. Its ids and names are those of the file. */
export const readShopFile = (file: ShopFile): ShopSnapshot => {
  const originMs = Date.parse(file.origin)
  const at = (minutes: number): number => originMs + Math.round(minutes * minuteMs)
  const msOf = (minutes: number | null | undefined): number | null => (minutes == null ? null : at(minutes))
  const scopeOf = (center: number | undefined): string | null => (center === undefined ? null : centerIdAt(center))
  let position = 0
  const operationOf = (operation: ShopFileOperation, index: number): SnapshotOperation => ({
    operationId: operationIdAt(position++),
    name: `Operation ${position}`,
    sequence: index + 1,
    durationHours: operation.hours ?? Number.NaN,
    progressPercentage: operation.progress ?? 0,
    onHold: operation.onHold ?? false,
    pinned: operation.pinned ?? false,
    categoryId: scopeOf(operation.center),
    poolId: scopeOf(operation.pool),
    alternatives: (operation.alternatives ?? []).map(([center, durationHours]) => ({
      categoryId: centerIdAt(center),
      durationHours,
    })),
    categoryFixed: operation.centerFixed ?? false,
    dependencies: (operation.after ?? []).map(linkOf),
    setupFamily: operation.family ?? '',
    materialReadyMs: msOf(operation.material),
    scheduledStartMs: msOf(operation.planned?.[0]),
    scheduledEndMs: msOf(operation.planned?.[1]),
    actualStartMs: msOf(operation.actual?.[0]),
    actualEndMs: msOf(operation.actual?.[1]),
  })
  return {
    nowMs: originMs,
    timeZone: file.timeZone,
    freezeWorkingDays: file.freezeWorkingDays,
    defaultShiftId: file.shift === null ? null : shiftIdAt(file.shift),
    shifts: file.shifts.map(({ name, versions }, index) => ({
      shiftId: shiftIdAt(index),
      name,
      versions: versions.map(({ from, periods, breaks }) => ({
        effectiveFrom: from,
        periods: periodsOf(periods),
        breaks: periodsOf(breaks),
      })),
    })),
    holidays: file.holidays.map(({ date, minutes, center }, index) => ({
      holidayId: `holiday-${padded(index)}`,
      name: `Holiday ${index + 1}`,
      date,
      fromMinute: minutes?.[0] ?? null,
      toMinute: minutes?.[1] ?? null,
      categoryId: scopeOf(center),
    })),
    closedDayRule: file.closedDayRule,
    exceptions: file.exceptions.map(({ kind, start, end, center }, index) => ({
      kind,
      name: `Exception ${index + 1}`,
      startMs: at(start),
      endMs: at(end),
      categoryId: scopeOf(center),
    })),
    capacitySpans: file.capacities.map(({ center, units, start, end }, index) => ({
      name: `Capacity ${index + 1}`,
      categoryId: centerIdAt(center),
      units,
      startMs: at(start),
      endMs: msOf(end),
    })),
    categories: file.centers.map(centerOf),
    projects: file.projects.map(({ name, phase, priority, release, due, operations }, index) => ({
      projectId: `project-${padded(index)}`,
      projectNumber: String(index + 1),
      projectName: name,
      phase,
      priority,
      productionStartMs: msOf(release),
      engineeringReleaseMs: null,
      customerReleaseMs: null,
      dueMs: msOf(due),
      operations: operations.map(operationOf),
    })),
  }
}
