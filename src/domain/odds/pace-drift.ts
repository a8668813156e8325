import { valueAt } from '#domain/value-at.ts'
import type { FinishedWorkColumns } from '../learned/learned-pace.ts'
import { centralShare, centralWidth } from '../learned/pace-range.ts'
import { weightedQuantile } from '../learned/weighted-figures.ts'
import { dayMs } from '../time/units.ts'

/** Work that finished in so many days shows whether paces drift. */
const usedDays = 90
/** Least finished operations of a work center in each half of them. */
const leastRows = 4
/** The work that paces are learned from is a month old on average, and the work that they are used for a week ahead. */
const lagDays = 37

interface Row {
  readonly ageDays: number
  readonly logRatio: number
}

const quantileOf = (values: readonly number[], share: number): number =>
  weightedQuantile({ values, weights: values.map(() => 1) }, share)

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const rowsByCenter = (work: FinishedWorkColumns, nowMs: number): Map<string, Row[]> => {
  const rows = new Map<string, Row[]>()
  for (const [at, categoryId] of work.categoryId.entries()) {
    const ageDays = (nowMs - valueAt(work.finishedMs, at)) / dayMs
    const logRatio = Math.log(valueAt(work.actualHours, at) / valueAt(work.estimateHours, at))
    if (valueAt(work.includesWaiting, at) || ageDays > usedDays || !Number.isFinite(logRatio)) continue
    const of = rows.get(categoryId)
    if (of) of.push({ ageDays, logRatio })
    else rows.set(categoryId, [{ ageDays, logRatio }])
  }
  return rows
}

/**
 * By how much the pace of a work center changes in `lagDays`, by the older and the newer half of its work, and the variance of its error.
 * Where the halves are less apart, no change beyond their difference is expected.
 */
const changeOf = (rows: readonly Row[]): { readonly change: number; readonly variance: number } | null => {
  const sorted = rows.toSorted((a, b) => a.ageDays - b.ageDays)
  const half = Math.floor(sorted.length / 2)
  const [newer, older] = [sorted.slice(0, half), sorted.slice(half)]
  if (newer.length < leastRows) return null
  const apartDays = meanOf(older.map(({ ageDays }) => ageDays)) - meanOf(newer.map(({ ageDays }) => ageDays))
  const medians = [newer, older].map((part) =>
    quantileOf(
      part.map(({ logRatio }) => logRatio),
      0.5,
    ),
  )
  const [after, before] = [valueAt(medians, 0), valueAt(medians, 1)]
  const apart = [newer, older].flatMap((part, at) =>
    part.map(({ logRatio }) => Math.abs(logRatio - valueAt(medians, at))),
  )
  const spread = quantileOf(apart, centralShare) / centralWidth
  const error = (Math.PI / 2) * spread ** 2 * (1 / newer.length + 1 / older.length)
  const share = Math.min(1, lagDays / apartDays)
  return { change: share * (after - before), variance: share ** 2 * Math.max(error, 1e-4) }
}

/**
 * By how much the paces of the next weeks may differ from the learned ones because paces drift: standard deviation of the logarithm, the
 * same for all work centers of a shop. What differs between the halves by chance is taken off; 0 = no drift shows.
 */
export const paceDrift = (work: FinishedWorkColumns, nowMs: number): number => {
  const changes = [...rowsByCenter(work, nowMs).values()].flatMap((rows) => changeOf(rows) ?? [])
  let [sum, weights] = [0, 0]
  for (const { change, variance } of changes) {
    sum += (change ** 2 - variance) / variance
    weights += 1 / variance
  }
  return weights > 0 ? Math.sqrt(Math.max(0, sum / weights)) : 0
}
