import { operationStates } from '#contract/operation-outlook.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import { projectStates } from '#contract/vocabulary.ts'
import { KnownOpenTime } from '#domain/time/known-open-time.ts'

/** Links between operations: 5 % wait for the previous one, all form one chain, or 100 x 100 follow the first. */
export type LinkShape = 'few' | 'chain' | 'fan'

/** Start of the benchmark, a Monday at midnight in Chicago. */
export const benchNowMs = Date.parse('2026-11-16T06:00:00Z')

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const [perProject, perCenter, unitsOfCenter] = [20, 200, 2]
/** Projects run in waves: the next one begins when the stations have no work from the one before. */
const waves = 3
/** Two shifts on workdays, for a sufficiently long time. */
const openDays = 700
const kinds = ['Laser cut', 'Bend', 'Weld', 'Grind', 'Machine', 'Drill', 'Paint', 'Assemble', 'Wire', 'Test']
const products = ['Frame', 'Skid', 'Housing', 'Base', 'Tower', 'Conveyor', 'Hopper', 'Platform', 'Fixture', 'Cell']

const idOf = (kind: number, index: number) => `00000000-0000-4000-800${kind}-${String(index).padStart(12, '0')}`

const openTime = (): number[] =>
  Array.from({ length: openDays }, (_, day) => day)
    .filter((day) => day % 7 < 5)
    .flatMap((day) => [benchNowMs + day * dayMs + 6 * hourMs, benchNowMs + day * dayMs + 22 * hourMs])

/** The predecessor of an operation; -1 = none. */
const predecessorOf = (shape: LinkShape, row: number): number => {
  if (shape === 'chain') return row - 1
  if (shape === 'few') return row % perProject > 0 && row % 20 === 7 ? row - 1 : -1
  // The first row, then a hundred that wait for it, then a hundred for each of these.
  return row === 0 ? -1 : row <= 100 ? 0 : 1 + Math.floor((row - 101) / 100)
}

/** A hundred for each of a hundred after the first. */
const fanSize = 10_101

const centerOf = (row: number, centers: number): number => (row * 7 + Math.floor(row / perProject)) % centers

const hoursOf = (shape: LinkShape, row: number): number => (shape === 'few' ? 2 + ((row * 13) % 17) / 2 : 8)

/**
 * The rows in order of placement: the first operation of every project in a wave, then the second, so that every part
 * of the screen has bars.
 */
const placingOrder = (shape: LinkShape, count: number): number[] => {
  if (shape !== 'few') return Array.from({ length: count }, (_, row) => row)
  const projects = Array.from({ length: Math.ceil(count / perProject) }, (_, project) => project)
  return Array.from({ length: waves }, (_, wave) => projects.filter((project) => project % waves === wave))
    .flatMap((ofWave) =>
      Array.from({ length: perProject }, (_, step) => ofWave.map((project) => project * perProject + step)),
    )
    .flat()
}

/** Start and end of each operation, in sequence at each station of its work center and within its project. */
const placed = (shape: LinkShape, count: number, centers: number, calendar: KnownOpenTime) => {
  const free = new Float64Array(centers * unitsOfCenter).fill(benchNowMs)
  const [startMs, endMs] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)]
  for (const row of placingOrder(shape, count)) {
    const first = centerOf(row, centers) * unitsOfCenter
    const unit = (free[first] ?? 0) <= (free[first + 1] ?? 0) ? first : first + 1
    const before = shape === 'few' ? (row % perProject === 0 ? -1 : row - 1) : predecessorOf(shape, row)
    const earliest = before < 0 ? benchNowMs : (endMs[before] ?? 0)
    const start = calendar.nextOpen(Math.max(shape === 'few' ? (free[unit] ?? 0) : 0, earliest))
    const end = calendar.addWork(start, hoursOf(shape, row) * hourMs)
    startMs[row] = start
    endMs[row] = end
    free[unit] = end
  }
  return { startMs, endMs }
}

const linksOf = (shape: LinkShape, count: number): CompactSchedule['links'] => {
  const to = Array.from({ length: count }, (_, row) => row).filter((row) => predecessorOf(shape, row) >= 0)
  const zeros = () => to.map(() => 0)
  return {
    from: to.map((row) => predecessorOf(shape, row)),
    to,
    lagHours: zeros(),
    waitHours: zeros(),
    overlapPercent: zeros(),
  }
}

/** A deterministic plan of `count` operations in projects of 20, with enough work centers that its length stays the same. */
export const madeSchedule = (asked: number, shape: LinkShape = 'few'): CompactSchedule => {
  const count = shape === 'fan' ? fanSize : asked
  const projects = Math.ceil(count / perProject)
  const centers = Math.max(3, Math.ceil(count / perCenter))
  const open = openTime()
  const window = { from: benchNowMs - 7 * dayMs, to: benchNowMs + openDays * dayMs }
  const { startMs, endMs } = placed(shape, count, centers, new KnownOpenTime(open, window.from, window.to))
  const rows = <T>(value: (row: number) => T) => Array.from({ length: count }, (_, row) => value(row))
  const ofProjects = <T>(value: (project: number) => T) => Array.from({ length: projects }, (_, i) => value(i))
  return {
    barsAtPace: false,
    timeZone: 'America/Chicago',
    now: benchNowMs,
    change: 1,
    projects: {
      ids: ofProjects((i) => idOf(1, i)),
      numbers: ofProjects((i) => String(1_000 + i)),
      names: ofProjects((i) => `${products[(i * 7) % products.length]} line ${i % 311}`),
      priorities: ofProjects((i) => (i * 7) % 101),
      dueMs: ofProjects((i) => benchNowMs + (120 + Math.floor((i * 60) / projects)) * dayMs),
      releaseMs: ofProjects(() => 0),
      flags: ofProjects(() => 0),
      states: ofProjects((i) => projectStates.indexOf(i % 10 === 0 ? 'late' : 'onTime')),
      latenessDays: ofProjects((i) => (i % 10 === 0 ? 3 : -4)),
      pastDueDays: ofProjects(() => null),
      p10Ms: ofProjects(() => 0),
      p90Ms: ofProjects(() => 0),
      versions: ofProjects(() => 1),
      firstOperation: [...ofProjects((i) => i * perProject), count],
    },
    operations: {
      ids: rows((row) => idOf(2, row)),
      names: rows((row) => `${kinds[(row * 3) % kinds.length]} ${(row * 17) % 97}`),
      category: rows((row) => centerOf(row, centers)),
      pool: rows(() => -1),
      startMs,
      endMs,
      progressPercentage: rows(() => 0),
      durationHours: rows((row) => hoursOf(shape, row)),
      flags: rows(() => 0),
      states: rows((row) => operationStates.indexOf(row % 15 === 0 ? 'projectedLate' : 'onTime')),
      versions: rows(() => 1),
      sequences: rows((row) => 10 * (1 + (row % perProject))),
      materialReadyMs: rows(() => 0),
      families: rows(() => ''),
    },
    links: linksOf(shape, count),
    categories: Array.from({ length: centers }, (_, i) => ({
      categoryId: idOf(3, i),
      name: `${kinds[i % kinds.length]} ${1 + Math.floor(i / kinds.length)}`,
      color: `w${1 + (i % 8)}`,
      // In a fan, all operations run in parallel.
      capacity: shape === 'fan' ? perCenter : unitsOfCenter,
      changeovers: [],
      calendar: 0,
      kind: 'inside',
      supplier: '',
    })),
    calendars: [{ name: 'Two shifts', open }],
    ...window,
    holidays: [],
    capacitySpans: [],
  }
}
