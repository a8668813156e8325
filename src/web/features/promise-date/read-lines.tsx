import type { Category } from '#contract/categories.ts'
import { type AskedDetails, placesBefore, type RoutingStep } from '#contract/promise-date.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { type ReadRouting, readRouting } from '#domain/promise-date/read-routing.ts'
import { withDetails } from '#domain/promise-date/routing-of.ts'
import { readRoutingTable, routingTable, type TableAid } from '#domain/promise-date/routing-table.ts'
import { keysOf } from '#domain/record-of.ts'
import { dateTimeInputValue, instantFromInput } from '#web/lib/date-input.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { formatAway, formatDuration, formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'

/** The data needed to read the text. */
export interface ReadingAid {
  /** Work centers and pools. */
  readonly categories: readonly Category[]
  readonly centers: readonly Category[]
  /** The operations that were copied from a project or a template; their details stay with their lines. */
  readonly source: readonly RoutingStep[]
  readonly dates: DateSettings
}

const tableAid = ({ categories, dates: { zone, dateFormat } }: ReadingAid): TableAid => ({
  resources: categories,
  days: {
    textOf: (instant) => dateTimeInputValue(instant, zone).replace('T', ' ').replace(' 08:00', ''),
    instantOf: (text) => instantFromInput(text, zone),
    usualOrder: dateFormat === 'dd/MM/yyyy' ? 'dmy' : 'mdy',
  },
})

interface Read extends ReadRouting {
  /** Whether the first line names columns for details. */
  readonly isTable: boolean
  /** Headers of columns that say nothing about new work. */
  readonly unused: readonly string[]
}

/** The text as operations, with the details of those that were copied from a project or a template. */
export const readLines = (text: string, aid: ReadingAid): Read => {
  const table = readRoutingTable(text, tableAid(aid))
  const { steps, problems } = table ?? readRouting(text, aid.centers)
  return {
    steps: withDetails(steps, aid.source, aid.categories, table?.said),
    problems,
    isTable: table !== null,
    unused: table?.unused ?? [],
  }
}

/** The text with a column for every detail. */
export const withAllColumns = (text: string, aid: ReadingAid): string =>
  routingTable(readLines(text, aid).steps, tableAid(aid))

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

interface DetailScene {
  readonly step: RoutingStep
  readonly place: number
  readonly steps: readonly RoutingStep[]
  readonly aid: ReadingAid
}

const find = ({ aid }: DetailScene, id: string) => aid.categories.find(({ categoryId }) => categoryId === id)

const nameOf = (scene: DetailScene, id: string): string => find(scene, id)?.name ?? ''

/** '8 working h after Paint': the words for each predecessor of which the field says something. */
const afterEach = <T,>(
  { step, place, steps }: DetailScene,
  values: Readonly<Record<string, T>> | undefined,
  wordsOf: (value: NonNullable<T>, name: string, unit: string) => string,
): string[] =>
  placesBefore(step, place).flatMap((before) => {
    const value = values?.[before]
    const unit = step.dependencyLagUnits?.[before] === 'calendar' ? 'h' : 'working h'
    return value ? [wordsOf(value, steps[before]?.name ?? '', unit)] : []
  })

/** The words for each detail; empty = it says nothing, or another one says it. The compiler asks for those of a new detail. */
const detailWords: Readonly<Record<keyof AskedDetails, (scene: DetailScene) => string | readonly string[]>> = {
  poolId: (scene) => (scene.step.poolId ? `with ${nameOf(scene, scene.step.poolId)}` : ''),
  alternatives: (scene) =>
    (scene.step.alternatives ?? []).map(({ categoryId, durationHours }) => {
      const center = find(scene, categoryId)
      return `or ${center?.name ?? ''} (${formatDuration(durationHours, center !== undefined && isOutside(center))})`
    }),
  categoryFixed: ({ step }) => (step.categoryFixed ? 'fixed at its work center' : ''),
  partNumber: ({ step }) => (step.partNumber ? `part ${step.partNumber}` : ''),
  setupFamily: ({ step }) => (step.setupFamily ? `family ${step.setupFamily}` : ''),
  setupHours: ({ step }) => (step.setupHours ? `setup ${formatHours(step.setupHours)}` : ''),
  quantity: ({ step }) => (step.quantity && !step.hoursPerPiece ? formatCount(step.quantity, 'piece') : ''),
  hoursPerPiece: ({ step }) =>
    step.hoursPerPiece ? `${formatCount(step.quantity ?? 1, 'piece')} of ${formatHours(step.hoursPerPiece)}` : '',
  transferBatch: ({ step }) => (step.transferBatch ? `in batches of ${formatCount(step.transferBatch, 'piece')}` : ''),
  dependencyOverlapPercent: (scene) =>
    afterEach(
      scene,
      scene.step.dependencyOverlapPercent,
      (percent, name) => `starts when ${formatPercent(percent)} of ${name} is done`,
    ),
  dependencyLagHours: (scene) =>
    afterEach(
      scene,
      scene.step.dependencyLagHours,
      (hours, name, unit) => `${formatNumber(hours)} ${unit} after ${name}`,
    ),
  dependencyMaxLagHours: (scene) =>
    afterEach(
      scene,
      scene.step.dependencyMaxLagHours,
      (hours, name, unit) => `at most ${formatNumber(hours)} ${unit} after ${name}`,
    ),
  // The unit of a lag is said with it.
  dependencyLagUnits: () => '',
  materialReadyDate: ({ step, aid }) =>
    step.materialReadyDate ? `material ready ${formatShipDate(step.materialReadyDate, aid.dates)}` : '',
  materialNote: ({ step }) => (step.materialNote ? `material: ${step.materialNote}` : ''),
  description: ({ step }) => (step.description ? 'with its description' : ''),
}

/** 'with CNC operators, or Haas VF-4 (6 h), family Steel': details beyond name, work center and hours; empty if none. */
const wordsOf = (scene: DetailScene): string =>
  keysOf(detailWords)
    .flatMap((name) => detailWords[name](scene))
    .filter((words) => words !== '')
    .join(', ')

function Details({ steps, aid }: { steps: readonly RoutingStep[]; aid: ReadingAid }) {
  const lines = steps
    .map((step, place) => ({ place, name: step.name, words: wordsOf({ step, place, steps, aid }) }))
    .filter(({ words }) => words !== '')
  if (lines.length === 0) return null
  return (
    <>
      <p className="mt-2 text-ink-2">Details:</p>
      <ul aria-label="Details of the operations" className="max-h-60 overflow-auto text-ink-3">
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
  const { steps, problems, unused } = readLines(text, aid)
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
      {unused.length > 0 && <p className="mt-1 text-ink-2">Columns that are not used: {unused.join(', ')}.</p>}
      <Details steps={steps} aid={aid} />
    </div>
  )
}
