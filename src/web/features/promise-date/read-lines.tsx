import type { Category } from '#contract/categories.ts'
import { placesBefore, type RoutingStep } from '#contract/promise-date.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { type ReadRouting, readRouting } from '#domain/promise-date/read-routing.ts'
import { withDetails } from '#domain/promise-date/routing-of.ts'
import { formatAway, formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'

/** The data needed to read the text. */
export interface ReadingAid {
  /** Work centers and pools. */
  readonly categories: readonly Category[]
  readonly centers: readonly Category[]
  /** The operations that were copied from a project or a template; their details stay with their lines. */
  readonly source: readonly RoutingStep[]
}

/** The text as operations, with the details of those that were copied from a project or a template. */
export const readLines = (text: string, { categories, centers, source }: ReadingAid): ReadRouting => {
  const { steps, problems } = readRouting(text, centers)
  return { steps: withDetails(steps, source, categories), problems }
}

/** '4 operations, 32 h, and 5 days outside': working hours and time at suppliers are not added up. */
const workWords = (steps: readonly RoutingStep[], categories: readonly Category[]): string => {
  const outside = new Set<string | null>(categories.filter(isOutside).map(({ categoryId }) => categoryId))
  const [away, own] = [true, false].map((isAway) =>
    steps.filter(({ categoryId }) => outside.has(categoryId) === isAway),
  )
  const sum = (list: readonly RoutingStep[] = []) => list.reduce((hours, { durationHours }) => hours + durationHours, 0)
  const words = [
    ...(own?.length || !away?.length
      ? [`${formatCount(own?.length ?? 0, 'operation')}, ${formatHours(sum(own))}`]
      : []),
    ...(away?.length ? [`${formatAway(sum(away))} outside`] : []),
  ]
  return words.join(', and ')
}

/** 'overlaps Cut from 50 % on', '8 h after Paint', 'at most 24 h after Paint' */
const linkWords = (step: RoutingStep, place: number, steps: readonly RoutingStep[]): string[] => {
  const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent } = step
  return placesBefore(step, place).flatMap((before) => {
    const name = steps[before]?.name ?? ''
    const [lag, longest] = [dependencyLagHours?.[before], dependencyMaxLagHours?.[before]]
    const unit = dependencyLagUnits?.[before] === 'calendar' ? '' : 'working '
    const overlap = dependencyOverlapPercent?.[before]
    return [
      ...(overlap ? [`starts when ${formatPercent(overlap)} of ${name} is done`] : []),
      ...(lag ? [`${formatNumber(lag)} ${unit}h after ${name}`] : []),
      ...(longest ? [`at most ${formatNumber(longest)} ${unit}h after ${name}`] : []),
    ]
  })
}

/** 'with CNC operators, or Haas VF-4 (6 h), family Steel': details beyond name, work center and hours; empty if none. */
const detailWords = (
  step: RoutingStep,
  place: number,
  steps: readonly RoutingStep[],
  categories: readonly Category[],
): string => {
  const nameOf = (id: string) => categories.find(({ categoryId }) => categoryId === id)?.name ?? ''
  const {
    poolId,
    alternatives = [],
    setupFamily,
    setupHours,
    hoursPerPiece,
    quantity,
    transferBatch,
    categoryFixed,
    description,
  } = step
  const pieces = hoursPerPiece && `${formatCount(quantity ?? 1, 'piece')} of ${formatHours(hoursPerPiece)}`
  return [
    poolId && `with ${nameOf(poolId)}`,
    ...alternatives.map((other) => `or ${nameOf(other.categoryId)} (${formatHours(other.durationHours)})`),
    categoryFixed && 'fixed at its work center',
    setupFamily && `family ${setupFamily}`,
    setupHours && `setup ${formatHours(setupHours)}`,
    pieces,
    transferBatch && `in batches of ${formatCount(transferBatch, 'piece')}`,
    ...linkWords(step, place, steps),
    description && 'with its description',
  ]
    .filter(Boolean)
    .join(', ')
}

function Details({ steps, categories }: { steps: readonly RoutingStep[]; categories: readonly Category[] }) {
  const lines = steps
    .map((step, place) => ({ place, name: step.name, words: detailWords(step, place, steps, categories) }))
    .filter(({ words }) => words !== '')
  if (lines.length === 0) return null
  return (
    <>
      <p className="mt-2 text-ink-2">Also copied:</p>
      <ul aria-label="Copied with the operations" className="max-h-60 overflow-auto text-ink-3">
        {lines.map(({ place, name, words }) => (
          <li key={place}>
            <span className="text-ink-2">{name}:</span> {words}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shown under the text: what was read from it, the copied details of its lines, and every line that cannot be read. */
export function ReadLines({ text, aid }: { text: string; aid: ReadingAid }) {
  if (text.trim() === '') return null
  const { steps, problems } = readLines(text, aid)
  return (
    <div className="text-label">
      <p className="text-ink-2 tabular-nums">{workWords(steps, aid.categories)}</p>
      {problems.length > 0 && (
        <ul aria-label="Lines that cannot be read" className="mt-1 max-h-60 overflow-auto text-crit-text">
          {problems.map(({ line, message }) => (
            <li key={line}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
      <Details steps={steps} categories={aid.categories} />
    </div>
  )
}
