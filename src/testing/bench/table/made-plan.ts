import { hourMs } from '#domain/time/units.ts'
import type { DateSettings } from '#web/lib/format-date.ts'

/** A fixed instant from which dates are counted. */
export const benchNowMs = Date.parse('2026-11-18T16:00:00Z')
export const benchDates: DateSettings = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }

const perCenter = 400
const kinds = [
  'Weld',
  'Assembly',
  'Paint',
  'Laser cut',
  'Machining',
  'Bending',
  'Inspection',
  'Packing',
  'Wiring',
  'Test',
]
const products = ['Frame', 'Skid', 'Housing', 'Base', 'Tower', 'Conveyor', 'Hopper', 'Platform', 'Fixture', 'Cell']

export interface MadeProject {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly customerName: string
  readonly priority: number
  readonly dueMs: number
}

/** Every operation waits for the one before it in its project. */
export const perProject = 20

/** The data that a server would have of these operations, one column for each field. */
export interface MadePlan {
  readonly projects: readonly MadeProject[]
  readonly categoryIds: readonly string[]
  readonly ids: readonly string[]
  readonly names: readonly string[]
  /** Index of its work center. */
  readonly category: Int32Array
  readonly progressPercent: Float64Array
  readonly durationHours: Float64Array
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly slackDays: Float64Array
  /** 0 = not overdue. */
  readonly daysOverdue: Int32Array
}

const idOf = (kind: number, index: number) => `00000000-0000-4000-800${kind}-${String(index).padStart(12, '0')}`

const madeProject = (index: number): MadeProject => ({
  projectId: idOf(1, index),
  projectNumber: String(1_000 + index),
  projectName: `${products[(index * 7) % products.length]} line ${index % 311}`,
  customerName: `Customer ${index % 40}`,
  priority: (index * 7) % 101,
  dueMs: benchNowMs + ((index % 90) + 2) * 24 * hourMs,
})

/** A plan of `count` operations, 20 to a project; the same for the same count. */
export const madePlan = (count: number): MadePlan => {
  const numbers = (value: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => value(row))
  const startMs = numbers((row) => benchNowMs + (((row * 7_919) % 2_400) - 240) * hourMs)
  const durationHours = numbers((row) => 1 + ((row * 13) % 30) / 2)
  const endMs = startMs.map((ms, row) => ms + (durationHours[row] ?? 0) * hourMs)
  const centers = Math.ceil(count / perCenter)
  return {
    projects: Array.from({ length: count / perProject }, (_, index) => madeProject(index)),
    categoryIds: Array.from({ length: centers }, (_, index) => idOf(3, index)),
    ids: Array.from({ length: count }, (_, row) => idOf(2, row)),
    names: Array.from({ length: count }, (_, row) => `${kinds[(row * 3) % kinds.length]} ${(row * 17) % 97}`),
    category: Int32Array.from({ length: count }, (_, row) => (row * 3) % centers),
    progressPercent: startMs.map((ms, row) => (ms < benchNowMs ? (row * 11) % 101 : 0)),
    durationHours,
    startMs,
    endMs,
    slackDays: numbers((row) => ((row * 31) % 400) / 10 - 4),
    daysOverdue: Int32Array.from(endMs, (ms, row) => (ms < benchNowMs ? 1 + (row % 10) : 0)),
  }
}

/** Name of the work center of that index. */
export const centerName = (index: number): string =>
  `${kinds[index % kinds.length]} ${1 + Math.floor(index / kinds.length)}`
