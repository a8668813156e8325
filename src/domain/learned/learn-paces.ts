import { valueAt } from '#domain/value-at.ts'
import { dayMs } from '../time/units.ts'
import { kindOfName } from './kind-of-name.ts'
import type { FinishedWorkColumns, LearnedPace, LearnedPaces, PaceBasis, PaceGroup } from './learned-pace.ts'
import { paceFinder } from './pace-finder.ts'
import { centralShare, centralWidth, shownFactor } from './pace-range.ts'
import { betweenGroups, effectiveCount, type Measured, shrunk, weightedQuantile } from './weighted-figures.ts'

/** Work that finished within so many days counts. */
export const usualDays = 90
/** A work center that finished fewer operations in that time reaches back to so many, at most `longestDays`. */
const usualCount = 30
export const longestDays = 365
/** A group of fewer finished operations has no pace of its own. */
const leastCount = 8
/** The pace of the shop is that of at least so many work centers. */
const leastCenters = 3
/** Work that finished so long ago counts half as much as what finished now, because paces drift. */
const halfLifeDays = 30
/** The spread of a group is mixed with that of the groups around it, as if those were so many operations. */
const spreadCount = 8
/** No group is known better than this spread. */
const leastSpread = 0.02

interface Finished {
  readonly categoryId: string
  readonly family: string
  readonly kind: string
  readonly logRatio: number
  readonly includesWaiting: boolean
  readonly ageDays: number
}

/** Finished operations of a group and what they say by themselves. */
interface Sample extends Measured {
  readonly rows: readonly Finished[]
  readonly spread: number
}

const weightOf = ({ ageDays }: Finished): number => 0.5 ** (ageDays / halfLifeDays)

const groupBy = (rows: readonly Finished[], keyOf: (row: Finished) => string): Map<string, Finished[]> => {
  const groups = new Map<string, Finished[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The usable rows, latest first. */
const readRows = (work: FinishedWorkColumns, nowMs: number): Finished[] =>
  work.categoryId
    .flatMap((categoryId, index): Finished[] => {
      const ratio = valueAt(work.actualHours, index) / valueAt(work.estimateHours, index)
      const ageDays = (nowMs - valueAt(work.finishedMs, index)) / dayMs
      if (!(ratio > 0 && ratio < Infinity && ageDays <= longestDays)) return []
      return [
        {
          categoryId,
          family: valueAt(work.setupFamily, index).trim(),
          kind: kindOfName(valueAt(work.name, index)),
          logRatio: Math.log(ratio),
          includesWaiting: valueAt(work.includesWaiting, index),
          ageDays: Math.max(0, ageDays),
        },
      ]
    })
    .sort((a, b) => a.ageDays - b.ageDays)

/** The rows of a work center that count. Where enough time on work was recorded, work with waiting in it is left out. */
const countedRows = (rows: readonly Finished[]): Finished[] => {
  const recorded = rows.filter(({ includesWaiting }) => !includesWaiting)
  const used = recorded.length >= leastCount ? recorded : rows.filter(({ includesWaiting }) => includesWaiting)
  return used.filter(({ ageDays }, place) => ageDays <= usualDays || place < usualCount)
}

/** Median and spread. The spread is such that the central 80 % of the rows lie within it. */
const measure = (rows: readonly Finished[]): Sample => {
  const weights = rows.map(weightOf)
  const values = rows.map(({ logRatio }) => logRatio)
  const location = weightedQuantile({ values, weights }, 0.5)
  const apart = { values: values.map((value) => Math.abs(value - location)), weights }
  const count = effectiveCount(weights)
  // The median is drawn to the rows that are compared with it, by about as much as the variance of its own error.
  const spread =
    (weightedQuantile(apart, centralShare) / centralWidth) * Math.sqrt((count + 1) / Math.max(1, count - 1))
  return { rows, location, spread, variance: medianVariance(spread, count) }
}

/** Variance of the median of a normal sample. */
const medianVariance = (spread: number, count: number): number =>
  ((Math.PI / 2) * Math.max(spread, leastSpread) ** 2) / count

/** Samples whose spreads are mixed with the spread that they have in common. */
const withCommonSpread = (samples: readonly Sample[]): Sample[] => {
  const count = samples.reduce((sum, { rows }) => sum + rows.length, 0)
  const common = samples.reduce((sum, { rows, spread }) => sum + rows.length * spread ** 2, 0) / count
  return samples.map((sample) => {
    const { length } = sample.rows
    const spread = Math.sqrt((length * sample.spread ** 2 + spreadCount * common) / (length + spreadCount))
    return { ...sample, spread, variance: medianVariance(spread, effectiveCount(sample.rows.map(weightOf))) }
  })
}

const paceOfSample = ({ rows, spread }: Sample, location: number, basis: PaceBasis): LearnedPace => ({
  factor: Math.exp(location),
  spread: Math.max(spread, leastSpread),
  count: rows.length,
  basis,
})

/** Groups of a work center by one property. */
interface Kinds {
  /** Variance between them. */
  readonly between: number
  readonly paces: ReadonlyMap<string, { readonly pace: LearnedPace; readonly sample: Sample }>
}

const noKinds: Kinds = { between: 0, paces: new Map() }

/** The groups of a work center by one property, drawn towards the work center. Empty if they do not differ. */
const kindsOf = (rows: readonly Finished[], basis: 'family' | 'name', center: Sample, location: number): Kinds => {
  const byKind = groupBy(rows, (row) => (basis === 'family' ? row.family : row.kind))
  byKind.delete('')
  const known = [...byKind].filter(([, of]) => of.length >= leastCount && of.length < rows.length)
  if (known.length === 0) return noKinds
  const samples = withCommonSpread(known.map(([, of]) => measure(of)))
  const { between } = betweenGroups(samples.length > 1 ? samples : [...samples, center])
  if (between === 0) return noKinds
  const paces = new Map(
    samples.map((sample, at) => {
      const own = shrunk(sample, { mean: location, between })
      return [valueAt(known, at)[0], { pace: paceOfSample(sample, own, basis), sample }]
    }),
  )
  return { between, paces }
}

interface Center {
  readonly pace: LearnedPace
  readonly includesWaiting: boolean
  readonly sample: Sample
  readonly family: Kinds
  readonly name: Kinds
}

const daysOf = ({ rows }: Sample): number =>
  Math.ceil(rows.reduce((days, { ageDays }) => Math.max(days, ageDays), usualDays))

/** Of setup families and kinds of operation, those first that differ more among themselves, because they tell more. */
const byDifference = (family: Kinds, name: Kinds): Kinds[] =>
  family.between >= name.between ? [family, name] : [name, family]

const groupsOf = (categoryId: string, { pace, sample, includesWaiting, family, name }: Center): PaceGroup[] => [
  { categoryId, kind: null, pace, days: daysOf(sample), includesWaiting },
  ...byDifference(family, name).flatMap(({ paces }) =>
    [...paces].map(([kind, of]) => ({ categoryId, kind, pace: of.pace, days: daysOf(of.sample), includesWaiting })),
  ),
]

/** Centers that were measured alike: with recorded time on work, or without. */
const learnCenters = (centers: readonly (readonly [string, readonly Finished[]])[], includesWaiting: boolean) => {
  const byId = new Map<string, Center>()
  const samples = withCommonSpread(centers.map(([, rows]) => measure(rows)))
  if (samples.length === 0) return { byId, shop: null }
  const all = betweenGroups(samples)
  for (const [at, sample] of samples.entries()) {
    const [categoryId, rows] = valueAt(centers, at)
    const location = samples.length > 1 ? shrunk(sample, all) : sample.location
    byId.set(categoryId, {
      pace: paceOfSample(sample, location, 'workCenter'),
      includesWaiting,
      sample,
      family: kindsOf(rows, 'family', sample, location),
      name: kindsOf(rows, 'name', sample, location),
    })
  }
  if (samples.length < leastCenters) return { byId, shop: null }
  // Of a work center that is not known, its own difference from the shop is not known either.
  const within = samples.reduce((sum, { spread }) => sum + spread ** 2, 0) / samples.length
  const shop: LearnedPace = {
    factor: Math.exp(all.mean),
    spread: Math.max(Math.sqrt(within + all.between), leastSpread),
    count: samples.reduce((sum, { rows }) => sum + rows.length, 0),
    basis: 'shop',
  }
  return { byId, shop }
}

/**
 * Learns how long work takes compared with its estimates: weighted medians of ln(actual / estimate), in which recent work counts more.
 * The median of a family or a kind is shrunk towards its work center, and the median of a work center towards the shop (`betweenGroups`).
 * A pace needs at least `leastCount` finished operations.
 */
export const learnPaces = (work: FinishedWorkColumns, nowMs: number): LearnedPaces => {
  const known = [...groupBy(readRows(work, nowMs), ({ categoryId }) => categoryId)]
    .map(([categoryId, rows]) => [categoryId, countedRows(rows)] as const)
    .filter(([, rows]) => rows.length >= leastCount)
  const isWaiting = ([, rows]: readonly [string, readonly Finished[]]) => rows[0]?.includesWaiting === true
  const recorded = learnCenters(
    known.filter((center) => !isWaiting(center)),
    false,
  )
  const waiting = learnCenters(known.filter(isWaiting), true)
  const groups = [...recorded.byId, ...waiting.byId].flatMap(([categoryId, center]) => groupsOf(categoryId, center))
  const { shop } = recorded
  const factors = groups.map(({ categoryId, kind, pace }) => [categoryId, kind, pace.basis, shownFactor(pace.factor)])
  return {
    groups,
    shop,
    key: JSON.stringify([factors, shownFactor(shop?.factor ?? 1)]),
    paceOf: paceFinder({ groups, shop }),
  }
}
