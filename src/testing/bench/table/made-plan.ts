import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { JudgedPlan } from '#domain/operation-lists/filter-operations.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import type { DateSettings } from '#web/lib/format-date.ts'

/** Fixed for every run: dates are counted from here. */
export const benchNowMs = Date.parse('2026-11-18T16:00:00Z')
export const benchDates: DateSettings = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }

const hourMs = 3_600_000
const perProject = 20
const perCentre = 400
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
const none = Number.NaN

const idOf = (kind: number, index: number) => `00000000-0000-4000-800${kind}-${String(index).padStart(12, '0')}`

const madeProject = (index: number): PlanProject => ({
  projectId: idOf(1, index),
  projectNumber: String(1_000 + index),
  projectName: `${products[(index * 7) % products.length]} line ${index % 311}`,
  customerName: `Customer ${index % 40}`,
  priority: (index * 7) % 101,
  status: 'In Progress',
  currentPhase: 'production',
  plannedShipMs: benchNowMs + ((index % 90) + 1) * 24 * hourMs,
  dueMs: benchNowMs + ((index % 90) + 2) * 24 * hourMs,
})

/** What a server would hold of `count` operations, 20 to a project: columns, as its own list judges and orders them. */
export const madePlan = (count: number): JudgedPlan => {
  const projects = Array.from({ length: count / perProject }, (_, index) => madeProject(index))
  const centres = Math.ceil(count / perCentre)
  const numbers = (value: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => value(row))
  const step = (row: number) => row % perProject
  const startMs = (row: number) => benchNowMs + (((row * 7_919) % 2_400) - 240) * hourMs
  const hours = (row: number) => 1 + ((row * 13) % 30) / 2
  const doneShare = (row: number) => (startMs(row) < benchNowMs ? (row * 11) % 101 : 0)
  const standing = (row: number) => (startMs(row) + hours(row) * hourMs < benchNowMs ? 0 : row % 9 === 0 ? 2 : 3)
  const slack = (row: number) => ((row * 31) % 400) / 10 - 4
  const words = Array.from({ length: count }, (_, row) => `${kinds[(row * 3) % kinds.length]} ${(row * 17) % 97}`)
  return {
    plan: {
      projects,
      firstRow: Int32Array.from({ length: projects.length + 1 }, (_, project) => project * perProject),
      ids: Array.from({ length: count }, (_, row) => idOf(2, row)),
      names: words,
      project: Int32Array.from({ length: count }, (_, row) => Math.floor(row / perProject)),
      category: Int32Array.from({ length: count }, (_, row) => (row * 3) % centres),
      status: Uint8Array.from({ length: count }, (_, row) => (doneShare(row) > 0 ? 1 : 0)),
      onHold: Uint8Array.from({ length: count }, (_, row) => (row % 61 === 0 ? 1 : 0)),
      completed: new Uint8Array(count),
      progressPercent: numbers(doneShare),
      durationHours: numbers(hours),
      scheduledStartMs: numbers(startMs),
      scheduledEndMs: numbers((row) => startMs(row) + hours(row) * hourMs),
      actualStartMs: numbers(() => none),
      actualEndMs: numbers(() => none),
      // Every operation waits for the one before it.
      firstLink: Int32Array.from({ length: count + 1 }, (_, row) => row - Math.ceil(row / perProject)),
      from: Int32Array.from(
        { length: count - projects.length },
        (_, link) => link + Math.floor(link / (perProject - 1)),
      ),
      lagHours: new Float64Array(count - projects.length),
    },
    facts: {
      heldBy: new Int32Array(count).fill(-1),
      openPredecessor: Int32Array.from({ length: count }, (_, row) => (step(row) === 0 ? -1 : row - 1)),
      projectOpen: new Uint8Array(count).fill(1),
      latestEndMs: numbers((row) => startMs(row) + hours(row) * hourMs + slack(row) * 24 * hourMs),
      slackDays: numbers(slack),
      endDay: new Int32Array(count),
      hoursLeft: numbers((row) => hours(row) * (1 - doneShare(row) / 100)),
      successors: Int32Array.from({ length: count }, (_, row) => (step(row) === perProject - 1 ? 0 : 1)),
    },
    judgement: {
      nowMs: benchNowMs,
      standing: Uint8Array.from({ length: count }, (_, row) => standing(row)),
      daysOverdue: Int32Array.from({ length: count }, (_, row) => (standing(row) === 0 ? 1 + (row % 10) : 0)),
      slackDays: numbers((row) => Math.max(slack(row), -defaultRiskDays)),
    },
    categoryIds: Array.from({ length: centres }, (_, index) => idOf(3, index)),
    words: {
      operations: words.map((word) => word.toLowerCase()),
      projects: projects.map(({ projectName, projectNumber }) => `${projectNumber} ${projectName}`.toLowerCase()),
      categories: Array.from({ length: centres }, (_, index) => centreName(index).toLowerCase()),
    },
    snoozed: new Uint8Array(count),
    wasOverdue: new Uint8Array(count),
  }
}

/** Name of the work centre of that index. */
export const centreName = (index: number): string =>
  `${kinds[index % kinds.length]} ${1 + Math.floor(index / kinds.length)}`
