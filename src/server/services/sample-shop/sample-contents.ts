import type { CategoryInput } from '#contract/categories.ts'
import type { ShiftInput } from '#contract/shifts.ts'

/** An operation of a sample: its name, its work center and its hours. It waits for the one before it. */
type SampleOperation = readonly [name: string, workCenter: string, hours: number]

export interface SampleProject {
  readonly name: string
  readonly customer: string
  readonly priority: number
  /** Working days (Monday to Friday) from today. */
  readonly startsInDays: number
  readonly shipsInDays: number
  readonly operations: readonly SampleOperation[]
}

const weekdays = [1, 2, 3, 4, 5]
const each = (fromHour: number, toHour: number) =>
  weekdays.map((weekday) => ({ weekday, fromMinute: fromHour * 60, toMinute: toHour * 60 }))

/** For organizations without any shift pattern. */
export const sampleShift: ShiftInput = {
  name: 'Day shift',
  description: 'Monday to Friday, 7:00 to 15:30',
  versions: [{ effectiveFrom: null, periods: each(7, 15.5), breaks: each(11, 11.5) }],
}

export const sampleWorkCenters: readonly CategoryInput[] = [
  { name: 'Cutting', color: 'w1', capacity: 1 },
  { name: 'Machining', color: 'w4', capacity: 1 },
  { name: 'Welding', color: 'w3', capacity: 2 },
  { name: 'Painting', color: 'w5', capacity: 1 },
  { name: 'Assembly', color: 'w6', capacity: 2 },
]

/** The first is promised too early: after the first run the dashboard shows it late, and why. */
export const sampleProjects: readonly SampleProject[] = [
  {
    name: 'Conveyor frame',
    customer: 'Riverside Packaging',
    priority: 60,
    startsInDays: -2,
    shipsInDays: 4,
    operations: [
      ['Cut side plates', 'Cutting', 6],
      ['Machine bearing seats', 'Machining', 8],
      ['Weld frame', 'Welding', 16],
      ['Paint frame', 'Painting', 6],
      ['Mount rollers and drive', 'Assembly', 12],
    ],
  },
  {
    name: 'Pump skid',
    customer: 'Hillcrest Water',
    priority: 80,
    startsInDays: -1,
    shipsInDays: 12,
    operations: [
      ['Cut skid rails', 'Cutting', 4],
      ['Weld skid', 'Welding', 14],
      ['Machine pump base', 'Machining', 5],
      ['Paint skid', 'Painting', 5],
      ['Fit pump and piping', 'Assembly', 18],
      ['Pressure test', 'Assembly', 3],
    ],
  },
  {
    name: 'Machine guard set',
    customer: 'Oakdale Tooling',
    priority: 50,
    startsInDays: 1,
    shipsInDays: 10,
    operations: [
      ['Cut panels', 'Cutting', 5],
      ['Weld panels', 'Welding', 10],
      ['Paint panels', 'Painting', 6],
      ['Fit doors and locks', 'Assembly', 8],
    ],
  },
  {
    name: 'Lifting beam',
    customer: 'Granite Hoists',
    priority: 40,
    startsInDays: 3,
    shipsInDays: 18,
    operations: [
      ['Cut beam and lugs', 'Cutting', 4],
      ['Bore lugs', 'Machining', 7],
      ['Weld lugs', 'Welding', 9],
      ['Paint beam', 'Painting', 4],
      ['Load test', 'Assembly', 4],
    ],
  },
]
