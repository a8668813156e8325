import type { ShiftPeriod } from '#contract/shifts.ts'
import { type ShopFile, type ShopFileOperation, type ShopFileProject, shopFormat } from '#contract/shop-files.ts'
import { projectPhases } from '#contract/vocabulary.ts'
import type {
  ShopSnapshot,
  SnapshotCategory,
  SnapshotDependency,
  SnapshotOperation,
} from '#domain/scheduling/shop-snapshot.ts'
import { dayMs } from '#domain/time/units.ts'
import { weeksLater } from '#domain/time/zone-dates.ts'
import { valueAt } from '#domain/value-at.ts'

export interface ShopFileOptions {
  name: string
  /** All dates move by this many weeks on the local clock; 0 by default. */
  weeks?: number
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const minuteMs = 60_000
const mostHours = 1_000_000

/** Positions of records in the file by their ids. */
const positionsOf = (ids: readonly string[]): ReadonlyMap<string, number> => new Map(ids.map((id, i) => [id, i]))

/** New names for the texts of a snapshot, which are given in the order in which they are first asked for. */
const newNames = (word: string) => {
  const known = new Map<string, string>()
  return (text: string): string => {
    if (text === '') return ''
    const name = known.get(text) ?? `${word} ${known.size + 1}`
    known.set(text, name)
    return name
  }
}

/** Looks up the positions and converts the dates of one snapshot. */
const writerOf = (snapshot: ShopSnapshot, weeks: number) => {
  const { nowMs, timeZone } = snapshot
  const originMs = weeksLater(nowMs, weeks, timeZone)
  // Equal ranks are broken by id, so the order of the ids is kept.
  const centers = snapshot.categories.toSorted((a, b) => byText(a.categoryId, b.categoryId))
  const projects = snapshot.projects
    .toSorted((a, b) => byText(a.projectId, b.projectId))
    .map((project) => ({
      ...project,
      operations: project.operations.toSorted(
        (a, b) => a.sequence - b.sequence || byText(a.operationId, b.operationId),
      ),
    }))
  const operationIds = projects.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  const [centerAt, operationAt] = [positionsOf(centers.map(({ categoryId }) => categoryId)), positionsOf(operationIds)]
  const shiftAt = positionsOf(snapshot.shifts.map(({ shiftId }) => shiftId))
  const at = (ms: number): number => (weeksLater(ms, weeks, timeZone) - originMs) / minuteMs
  const dateAt = (date: string): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) + weeks * 7 * dayMs).toISOString().slice(0, 10)
  return { originMs, centers, projects, centerAt, operationAt, shiftAt, at, dateAt, family: newNames('Family') }
}

type Writer = ReturnType<typeof writerOf>

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

const linkOf = (
  { operationId, lagHours, lagUnit, maxLagHours, overlapPercent }: SnapshotDependency,
  { operationAt }: Writer,
): NonNullable<ShopFileOperation['after']>[number] => {
  const operation = operationAt.get(operationId) ?? null
  const hasLag = lagHours > 0 && lagHours <= mostHours
  const hasMost = typeof maxLagHours === 'number' && maxLagHours >= 0
  const overlaps = typeof overlapPercent === 'number' && overlapPercent > 0 && overlapPercent < 100
  if (operation !== null && !hasLag && !hasMost && !overlaps) return operation
  return {
    operation,
    ...(hasLag && { lag: lagHours }),
    ...(hasMost && { maxLag: maxLagHours }),
    ...(lagUnit === 'calendar' && (hasLag || hasMost) && { clock: true }),
    ...(overlaps && { done: overlapPercent }),
  }
}

const isUsable = (hours: number): boolean => hours >= 0 && hours <= mostHours

const operationOf = (operation: SnapshotOperation, writer: Writer): ShopFileOperation => {
  const { centerAt, at, family } = writer
  const { categoryId, poolId, durationHours, setupFamily = '', progressPercentage, materialReadyMs } = operation
  const { scheduledStartMs, scheduledEndMs, actualStartMs, actualEndMs } = operation
  const center = categoryId === null ? undefined : centerAt.get(categoryId)
  const pool = poolId ? centerAt.get(poolId) : undefined
  const alternatives = (operation.alternatives ?? []).flatMap((other): [number, number][] => {
    const position = centerAt.get(other.categoryId)
    return position !== undefined && isUsable(other.durationHours) ? [[position, other.durationHours]] : []
  })
  const dates = (start: number | null, end: number | null): [number | null, number | null] | null =>
    start === null && end === null ? null : [start === null ? null : at(start), end === null ? null : at(end)]
  const planned = dates(scheduledStartMs, scheduledEndMs)
  const actual = dates(actualStartMs, actualEndMs)
  const after = operation.dependencies.map((link) => linkOf(link, writer))
  return {
    ...(present(center) && { center }),
    ...(present(pool) && { pool }),
    hours: isUsable(durationHours) ? durationHours : null,
    ...(alternatives.length > 0 && { alternatives }),
    ...(operation.categoryFixed && { centerFixed: true }),
    ...(after.length > 0 && { after }),
    ...(setupFamily !== '' && { family: family(setupFamily) }),
    ...(materialReadyMs !== null && { material: at(materialReadyMs) }),
    ...(progressPercentage > 0 && { progress: Math.min(progressPercentage, 100) }),
    ...(operation.onHold && { onHold: true }),
    ...(operation.pinned && { pinned: true }),
    ...(planned && { planned }),
    ...(actual && { actual }),
  }
}

const projectOf = (project: Writer['projects'][number], position: number, writer: Writer): ShopFileProject => {
  const { productionStartMs, engineeringReleaseMs, customerReleaseMs, dueMs } = project
  const release = productionStartMs ?? engineeringReleaseMs ?? customerReleaseMs
  return {
    name: `Project ${position + 1}`,
    phase: projectPhases.find((phase) => phase === project.phase) ?? 'production',
    priority: project.priority,
    ...(release !== null && { release: writer.at(release) }),
    ...(dueMs !== null && { due: writer.at(dueMs) }),
    operations: project.operations.map((operation) => operationOf(operation, writer)),
  }
}

const centerOf = (
  center: SnapshotCategory,
  position: number,
  { shiftAt, family }: Writer,
): ShopFile['centers'][number] => {
  const { kind = 'inside', capacity, changeovers = [], shiftId } = center
  const shift = shiftId === null ? undefined : shiftAt.get(shiftId)
  return {
    name: `${kind === 'pool' ? 'Pool' : 'Work center'} ${position + 1}`,
    kind,
    capacity,
    ...(present(shift) && { shift }),
    ...(changeovers.length > 0 && {
      changeovers: changeovers.map(({ fromFamily, toFamily, hours }): [string, string, number] => [
        family(fromFamily),
        family(toFamily),
        hours,
      ]),
    }),
  }
}

const periodsOf = (periods: readonly ShiftPeriod[]): [number, number, number][] =>
  periods.map(({ weekday, fromMinute, toMinute }) => [weekday, fromMinute, toMinute])

/** A shop file in two parts, because the projects of a large shop are written one after another. */
export interface ShopFileParts {
  head: Omit<ShopFile, 'projects'>
  projectCount: number
  projectAt: (position: number) => ShopFileProject
}

/**
 * Prepares a snapshot to be written as a shop file. Ids become positions and names are replaced, so the file shows
 * neither. Records of unknown work centers are left out, because they change nothing.
 */
export const shopFileParts = (snapshot: ShopSnapshot, { name, weeks = 0 }: ShopFileOptions): ShopFileParts => {
  const writer = writerOf(snapshot, weeks)
  const { originMs, centerAt, shiftAt, at, dateAt } = writer
  /** Nothing for the whole organization, and null for an unknown work center. */
  const scopeOf = (categoryId: string | null): { center?: number } | null => {
    if (categoryId === null) return {}
    const center = centerAt.get(categoryId)
    return center === undefined ? null : { center }
  }
  const head: ShopFileParts['head'] = {
    format: shopFormat,
    name,
    origin: new Date(originMs).toISOString(),
    timeZone: snapshot.timeZone,
    freezeWorkingDays: snapshot.freezeWorkingDays,
    closedDayRule: snapshot.closedDayRule,
    shift: snapshot.defaultShiftId === null ? null : (shiftAt.get(snapshot.defaultShiftId) ?? null),
    shifts: snapshot.shifts.map(({ versions }, position) => ({
      name: `Shift pattern ${position + 1}`,
      versions: versions.map(({ effectiveFrom, periods, breaks }) => ({
        from: effectiveFrom === null ? null : dateAt(effectiveFrom),
        periods: periodsOf(periods),
        breaks: periodsOf(breaks),
      })),
    })),
    holidays: snapshot.holidays.flatMap(({ date, fromMinute, toMinute, categoryId }) => {
      const scope = scopeOf(categoryId)
      const minutes: [number, number] | null =
        fromMinute === null && toMinute === null ? null : [fromMinute ?? 0, toMinute ?? 1440]
      return scope ? [{ date: dateAt(date), ...(minutes && { minutes }), ...scope }] : []
    }),
    exceptions: snapshot.exceptions.flatMap(({ kind, startMs, endMs, categoryId }) => {
      const scope = scopeOf(categoryId)
      return scope ? [{ kind, start: at(startMs), end: at(endMs), ...scope }] : []
    }),
    capacities: (snapshot.capacitySpans ?? []).flatMap(({ categoryId, units, startMs, endMs }) => {
      const center = centerAt.get(categoryId)
      return center === undefined ? [] : [{ center, units, start: at(startMs), end: endMs === null ? null : at(endMs) }]
    }),
    centers: writer.centers.map((center, position) => centerOf(center, position, writer)),
  }
  return {
    head,
    projectCount: writer.projects.length,
    projectAt: (position) => projectOf(valueAt(writer.projects, position), position, writer),
  }
}

/** Writes a snapshot as a shop file. */
export const writeShopFile = (snapshot: ShopSnapshot, options: ShopFileOptions): ShopFile => {
  const { head, projectCount, projectAt } = shopFileParts(snapshot, options)
  return { ...head, projects: Array.from({ length: projectCount }, (_, position) => projectAt(position)) }
}
