import { type ShopFile, type ShopFileOperation, type ShopFileProject, shopFormat } from '#contract/shop-files.ts'
import { dateOnlyToMs, endOfDayMs } from '#domain/time/zone-dates.ts'
import { valueAt } from '#domain/value-at.ts'
import { randomNumbers } from '../bench/random-shop.ts'
import { addWorkInProgress } from './work-in-progress.ts'

const shopKinds = ['job-shop', 'flow-line', 'flexible', 'paint', 'crew', 'assembly', 'engineered', 'mixed'] as const
type ShopKind = (typeof shopKinds)[number]

/** What the shops of a kind have besides work centers, shifts, holidays, due dates and priorities. */
const features: Record<ShopKind, readonly string[]> = {
  /** Each project visits work centers in its own order. */
  'job-shop': [],
  /** All projects visit the same stages; a stage has several machines, and batches move on before the rest is done. */
  'flow-line': ['stages', 'overlaps'],
  /** Most operations may run at several work centers, with different hours. */
  flexible: ['alternatives'],
  /** Some work centers need changeovers between families. */
  paint: ['changeovers'],
  /** Most operations need people or tools besides a work center. */
  crew: ['pools'],
  /** Parts are made in branches that meet in assembly; material arrives on different days. */
  assembly: ['branches', 'materials'],
  /** Engineered work: several paths, lags, drying times, overlaps, suppliers and machines that are down for a time. */
  engineered: ['branches', 'lags', 'overlaps', 'materials', 'suppliers', 'capacities'],
  /** Everything, with started and pinned work. */
  mixed: [
    'branches',
    'lags',
    'overlaps',
    'materials',
    'suppliers',
    'capacities',
    'alternatives',
    'changeovers',
    'pools',
    'progress',
  ],
}

/** How much time a project gets for its work, so that shops of all kinds have late projects. */
const allowances: Record<ShopKind, number> = {
  'job-shop': 0.9,
  'flow-line': 0.7,
  flexible: 0.7,
  paint: 1,
  crew: 1.5,
  assembly: 0.55,
  engineered: 0.65,
  mixed: 0.7,
}

const sizes = [200, 400, 800, 1600, 5000]

export interface NamedShop {
  readonly name: string
  readonly kind: ShopKind
  readonly operations: number
  readonly seed: number
}

/** The forty named shops: each kind in five sizes. */
export const namedShops: readonly NamedShop[] = shopKinds.flatMap((kind, row) =>
  sizes.map((operations, column) => ({
    name: `${kind}-${operations}-a`,
    kind,
    operations,
    seed: 1_000 + row * 100 + column,
  })),
)

const zones = ['Europe/Berlin', 'America/Chicago', 'UTC', 'Asia/Tokyo', 'America/Los_Angeles']
const families = ['White', 'Blue', 'Red', 'Black', 'Primer']
const minutesPerDay = 1_440

type Period = [number, number, number]
const days = (weekdays: readonly number[], from: number, to: number): Period[] =>
  weekdays.map((weekday) => [weekday, from, to])

const shifts: ShopFile['shifts'] = [
  {
    name: 'Two shifts',
    versions: [{ from: null, periods: days([1, 2, 3, 4, 5], 360, 1320), breaks: days([1, 2, 3, 4, 5], 720, 750) }],
  },
  {
    name: 'Day',
    versions: [{ from: null, periods: days([1, 2, 3, 4, 5], 420, 960), breaks: days([1, 2, 3, 4, 5], 720, 750) }],
  },
  {
    name: 'Three shifts',
    versions: [{ from: null, periods: days([1, 2, 3, 4, 5], 360, 1800), breaks: [] }],
  },
  {
    name: 'Night',
    versions: [
      { from: null, periods: days([1, 2, 3, 4, 5], 1260, 1800), breaks: [] },
      { from: '2027-05-01', periods: days([1, 2, 3, 4], 1260, 1860), breaks: [] },
    ],
  },
]

/** Working hours of a week in each pattern. */
const weekHours = [77.5, 42.5, 120, 45]

/** The random choices of one shop, each from the same sequence of numbers. */
export class Choices {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomNumbers(seed)
    for (let i = 0; i < 10; i++) this.#random()
  }

  below(n: number): number {
    return Math.floor(this.#random() * n)
  }

  between(least: number, most: number): number {
    return least + this.#random() * (most - least)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  of<T>(list: readonly T[]): T {
    return valueAt(list, this.below(list.length))
  }

  /** One of the list, each as likely as its weight is large. */
  weighted(list: readonly number[], weightOf: (item: number) => number): number {
    let left = this.#random() * list.reduce((sum, item) => sum + weightOf(item), 0)
    for (const item of list) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    return valueAt(list, list.length - 1)
  }

  /** Hours of one operation in quarters: mostly a few, sometimes a long day. */
  hours(): number {
    return (2 + this.below(this.chance(0.15) ? 60 : 24)) / 4
  }
}

interface Plan {
  readonly has: (feature: string) => boolean
  readonly choose: Choices
  readonly centers: ShopFile['centers']
  /** Positions of the work centers that projects visit, of suppliers, and of pools. */
  readonly machines: readonly number[]
  readonly suppliers: readonly number[]
  readonly pools: readonly number[]
}

/** Hours of work that a work center or pool can do in a week. */
const weeklyHours = ({ centers }: Pick<Plan, 'centers'>, center: number): number => {
  const { capacity, shift = 0 } = valueAt(centers, center)
  return capacity * valueAt(weekHours, shift)
}

const changeoversOf = (choose: Choices): [string, string, number][] =>
  families.flatMap((from) =>
    families.flatMap((to): [string, string, number][] => (from === to ? [] : [[from, to, (1 + choose.below(8)) / 4]])),
  )

const planOf = ({ kind, operations, seed }: NamedShop): Plan => {
  const has = (feature: string): boolean => features[kind].includes(feature)
  const choose = new Choices(seed)
  const count = Math.round(Math.sqrt(operations) * 0.6)
  const centers: ShopFile['centers'] = Array.from({ length: count }, (_, i) => {
    const isSetUp = has('changeovers') && i % 3 === 0
    const capacity = isSetUp ? 1 : has('stages') ? 1 + choose.below(3) : choose.chance(0.25) ? 2 : 1
    return {
      name: `Work center ${i + 1}`,
      kind: 'inside',
      capacity,
      ...(choose.chance(0.3) && { shift: choose.of([1, 2, 3]) }),
      ...(isSetUp && { changeovers: changeoversOf(choose) }),
    }
  })
  const add = (name: string, center: Partial<ShopFile['centers'][number]>, wanted: number): number[] =>
    Array.from({ length: wanted }, (_, i) => {
      centers.push({ name: `${name} ${i + 1}`, kind: 'pool', capacity: 1, ...center })
      return centers.length - 1
    })
  return {
    has,
    choose,
    centers,
    machines: Array.from({ length: count }, (_, i) => i),
    suppliers: has('suppliers') ? add('Supplier', { kind: 'outside' }, 2) : [],
    pools: has('pools')
      ? [
          ...add('Crew', { capacity: Math.max(2, Math.round(count / 4)) }, 2),
          ...add('Day crew', { capacity: Math.max(2, Math.round(count / 5)), shift: 1 }, 1),
          ...add('Fixture', { capacity: Math.max(1, Math.round(count / 8)), shift: 2 }, 2),
        ]
      : [],
  }
}

/** Where an operation runs, and what it needs there. */
const workOf = (plan: Plan, center: number): ShopFileOperation => {
  const { has, choose, centers, machines, suppliers, pools } = plan
  if (suppliers.length > 0 && choose.chance(0.05))
    return { center: choose.of(suppliers), hours: 24 * (1 + choose.below(10)) }
  const hours = choose.hours()
  const hasChangeovers = valueAt(centers, center).changeovers !== undefined
  if (hasChangeovers) return { center, hours, family: choose.of(families) }
  if (pools.length > 0 && choose.chance(0.5))
    return { center, hours, pool: choose.weighted(pools, (pool) => weeklyHours(plan, pool)) }
  if (!has('alternatives') || choose.chance(0.35)) return { center, hours }
  const places = machines.filter((other) => other !== center && valueAt(centers, other).changeovers === undefined)
  const others = new Set(Array.from({ length: 1 + choose.below(3) }, () => choose.of(places)))
  const slower = (): number => Math.max(0.25, Math.round(hours * choose.between(0.8, 1.6) * 4) / 4)
  return { center, hours, alternatives: [...others].map((other): [number, number] => [other, slower()]) }
}

/** A link to an earlier operation. */
const linkTo = ({ has, choose }: Plan, operation: number): NonNullable<ShopFileOperation['after']>[number] => {
  if (has('lags') && choose.chance(0.15)) {
    const lag = (1 + choose.below(32)) / 2
    const most = choose.chance(0.2) ? { maxLag: lag + 8 + choose.below(40) } : {}
    return choose.chance(0.6) ? { operation, lag, clock: true, ...most } : { operation, lag, ...most }
  }
  if (has('overlaps') && choose.chance(0.2)) return { operation, done: choose.of([10, 20, 25, 50, 75]) }
  return operation
}

/** The operations of one project; `first` is the position of its first one in the file. */
const routing = (plan: Plan, length: number, first: number): ShopFileOperation[] => {
  const { has, choose, machines } = plan
  const stages = has('stages')
    ? machines.filter(() => choose.chance(length / machines.length)).slice(0, length)
    : Array.from({ length }, () => choose.weighted(machines, (machine) => weeklyHours(plan, machine)))
  while (stages.length < length) stages.push(valueAt(machines, machines.length - 1))
  const branchEnds: number[] = []
  return stages.map((center, k) => {
    const operation = workOf(plan, center)
    const isLast = k === length - 1
    const startsBranch = has('branches') && k > 0 && !isLast && choose.chance(0.3)
    const before = startsBranch ? [] : [k - 1, ...(isLast || choose.chance(0.2) ? branchEnds.splice(0) : [])]
    if (startsBranch) branchEnds.push(k - 1)
    const after = [...new Set(before)].filter((at) => at >= 0).map((at) => linkTo(plan, first + at))
    return { ...operation, ...(after.length > 0 && { after }) }
  })
}

/** Calendar days in which the busiest work center or pool can do its work. */
const busiestDays = (plan: Plan, projects: readonly ShopFileProject[]): number => {
  const load = new Map<number, number>()
  for (const { operations } of projects) {
    for (const { center, pool, hours } of operations) {
      for (const used of [center, pool]) if (used !== undefined) load.set(used, (load.get(used) ?? 0) + (hours ?? 0))
    }
  }
  const limited = [...plan.machines, ...plan.pools]
  return Math.max(...limited.map((center) => ((load.get(center) ?? 0) / weeklyHours(plan, center)) * 7))
}

/** Releases, due dates, priorities and material dates, so that the shop has a little more work than it can ship in time. */
const withDates = (
  plan: Plan,
  projects: readonly ShopFileProject[],
  { allowance, originMs, zone }: { allowance: number; originMs: number; zone: string },
): ShopFileProject[] => {
  const { has, choose } = plan
  const horizon = busiestDays(plan, projects)
  return projects.map((project) => {
    const work = project.operations.reduce((sum, { hours }) => sum + (hours ?? 0), 0)
    const releaseDay = choose.chance(0.2) ? 0 : choose.between(0, horizon > 25 ? 0.65 : 0.45) * horizon
    const dueDay =
      releaseDay + ((work / 77.5) * 7 * choose.between(0.9, 1.8) + choose.between(0, 0.2) * horizon) * allowance
    const dueMs = endOfDayMs(originMs + dueDay * minutesPerDay * 60_000, zone)
    const release = Math.round((releaseDay * minutesPerDay) / 15) * 15
    const materialAt = (): number => release + Math.round(choose.between(0, 0.15) * horizon) * minutesPerDay
    return {
      ...project,
      priority: choose.of([10, 20, 30, 50, 50, 50, 70, 80, 90, 100]),
      ...(release > 0 && { release }),
      due: (dueMs - originMs) / 60_000,
      operations: project.operations.map((operation) =>
        has('materials') && choose.chance(0.12) ? { ...operation, material: materialAt() } : operation,
      ),
    }
  })
}

/** Overtime on some Saturdays, maintenance, and machines of which some are down. */
const interruptions = ({ has, choose, centers, machines }: Plan): Pick<ShopFile, 'exceptions' | 'capacities'> => ({
  exceptions: machines.flatMap((center): ShopFile['exceptions'] => {
    if (!choose.chance(0.3)) return []
    const week = choose.below(8) * 7 * minutesPerDay
    const saturday = week + 5 * minutesPerDay
    return choose.chance(0.5)
      ? [{ kind: 'overtime', start: saturday, end: saturday + 360, center }]
      : [
          {
            kind: 'downtime',
            start: week + minutesPerDay,
            end: week + minutesPerDay + 480 * (1 + choose.below(3)),
            center,
          },
        ]
  }),
  capacities: has('capacities')
    ? machines.flatMap((center): ShopFile['capacities'] => {
        const { capacity, changeovers } = valueAt(centers, center)
        if (changeovers || !choose.chance(0.4)) return []
        const start = choose.below(40) * minutesPerDay
        const units = capacity > 1 ? capacity - 1 : 2
        return [{ center, units, start, end: start + (3 + choose.below(20)) * minutesPerDay }]
      })
    : [],
})

/** Generates a named shop. The same description gives the same shop on every machine. */
export const makeShop = (named: NamedShop): ShopFile => {
  const plan = planOf(named)
  const { choose } = plan
  const timeZone = valueAt(zones, named.seed % zones.length)
  const originMs = dateOnlyToMs('2027-03-01', timeZone, 420)
  const routings: ShopFileProject[] = []
  for (let first = 0; first < named.operations; ) {
    const length = Math.min(5 + choose.below(11), named.operations - first)
    const operations = routing(plan, length, first)
    routings.push({ name: `Project ${routings.length + 1}`, phase: 'production', priority: 50, operations })
    first += length
  }
  const projects = withDates(plan, routings, { allowance: allowances[named.kind], originMs, zone: timeZone })
  const file: ShopFile = {
    format: shopFormat,
    name: named.name,
    origin: new Date(originMs).toISOString(),
    timeZone,
    freezeWorkingDays: 0,
    closedDayRule: named.seed % 2 === 0 ? 'shift' : 'midnight',
    shift: 0,
    shifts,
    holidays: [
      { date: '2027-03-26' },
      { date: '2027-03-29' },
      { date: '2027-05-06' },
      { date: '2027-05-31', minutes: [720, 1440] },
      { date: '2027-07-05' },
      { date: '2027-09-06' },
      { date: '2027-12-24', minutes: [720, 1440] },
      { date: '2027-12-27' },
      { date: '2027-03-17', center: 0 },
    ],
    ...interruptions(plan),
    centers: plan.centers,
    projects,
  }
  return plan.has('progress') ? addWorkInProgress(file, choose) : file
}
