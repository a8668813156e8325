import type { Changeover } from '#contract/categories.ts'
import type { ShiftPeriod } from '#contract/shifts.ts'
import type {
  BreakdownStory,
  ExceptionStory,
  OperationStory,
  ProjectStory,
  ShiftStory,
  WorkCenterStory,
} from './shop-story.ts'

const weekdays = [1, 2, 3, 4, 5]
const at = (hours: number): number => hours * 60

const each = (days: readonly number[], fromHour: number, toHour: number): ShiftPeriod[] =>
  days.map((weekday) => ({ weekday, fromMinute: at(fromHour), toMinute: at(toHour) }))

const always = (periods: ShiftPeriod[], breaks: ShiftPeriod[]) => ({ effectiveFrom: null, periods, breaks })

export const northwindShifts: readonly ShiftStory[] = [
  {
    name: 'Two shifts',
    description: 'Day and late, Saturday morning',
    version: always(
      [...each(weekdays, 6, 14), ...each(weekdays, 14, 22), ...each([6], 6, 12)],
      [...each(weekdays, 10, 10.5), ...each(weekdays, 18, 18.5)],
    ),
  },
  {
    name: 'Day only',
    description: 'Monday to Friday',
    version: always(each(weekdays, 7, 15), each(weekdays, 11, 11.5)),
  },
  {
    name: 'Paint, three shifts',
    description: '24 hours a day from Monday morning to Saturday morning',
    version: always(
      [...each(weekdays, 6, 14), ...each(weekdays, 14, 22), ...each(weekdays, 22, 30)],
      [...each(weekdays, 10, 10.5), ...each(weekdays, 18, 18.5), ...each([2, 3, 4, 5, 6], 2, 2.5)],
    ),
  },
  {
    name: 'Weekend crew',
    description: 'Saturday and Sunday',
    version: always(each([6, 7], 6, 16.5), each([6, 7], 11, 11.5)),
  },
]

/** Cleaning the booth and the guns takes longer from a dark color to a light one. */
const paintChangeovers: readonly Changeover[] = [
  { fromFamily: 'White', toFamily: 'Blue', hours: 0.5 },
  { fromFamily: 'White', toFamily: 'Primer', hours: 0.25 },
  { fromFamily: 'Blue', toFamily: 'White', hours: 0.75 },
  { fromFamily: 'Blue', toFamily: 'Primer', hours: 0.5 },
  { fromFamily: 'Primer', toFamily: 'White', hours: 0.25 },
  { fromFamily: 'Primer', toFamily: 'Blue', hours: 0.25 },
]

const colors = ['White', 'Blue'] as const

/** The color of a project at the paint booth. Work that is only primed has a family of its own. */
export const paintFamily = ({ number }: ProjectStory, [name, workCenter]: OperationStory): string =>
  workCenter !== 'Paint' ? '' : name.endsWith('prime') ? 'Primer' : (colors[Number(number) % colors.length] ?? '')

/** Only people with a certificate may weld what carries people and loads. */
export const certifiedWelder = ([name, workCenter]: OperationStory): string | null =>
  workCenter === 'Welding' && /columns|braces|railings/.test(name) ? 'Certified welders' : null

/** The colors are w1 to w8 of the design. */
export const northwindWorkCenters: readonly WorkCenterStory[] = [
  { name: 'Laser cutting', color: '#329da8', capacity: 2 },
  { name: 'Bending', color: '#5e77bc', capacity: 2 },
  { name: 'Welding', color: '#a864a2', capacity: 3 },
  { name: 'Machining', color: '#739253', capacity: 2 },
  { name: 'Paint', color: '#c66d83', capacity: 1, shift: 'Paint, three shifts', changeovers: paintChangeovers },
  { name: 'Assembly', color: '#9d8c48', capacity: 4 },
  { name: 'Inspection', color: '#40917d', capacity: 1 },
  { name: 'Shipping', color: '#567896', capacity: 1 },
  { name: 'Galvanizing', color: '#7a7f8a', capacity: 1, supplier: 'Olsen Galvanizing' },
  { name: 'Certified welders', color: '#a06a3c', capacity: 2, isPool: true },
]

export const northwindExceptions: readonly ExceptionStory[] = [
  {
    kind: 'overtime',
    name: 'Overtime, Welding',
    weekday: 6,
    inDays: 8,
    fromMinute: at(12),
    toMinute: at(18),
    workCenter: 'Welding',
  },
  {
    kind: 'capacity',
    name: 'Mill 2 in service',
    units: 1,
    weekday: 3,
    inDays: 5,
    fromMinute: at(6),
    // Until Thursday night.
    toMinute: at(46),
    workCenter: 'Machining',
  },
  {
    kind: 'downtime',
    name: 'Inventory',
    weekday: 6,
    inDays: 20,
    fromMinute: at(6),
    toMinute: at(12),
    workCenter: null,
  },
]

export const northwindBreakdowns: readonly BreakdownStory[] = [
  { name: 'Paint booth: exhaust fan failed', workCenter: 'Paint', from: [-1, at(9.5)], to: [0, at(14)] },
  { name: 'Leave of a welder', workCenter: 'Certified welders', units: 1, from: [2, at(6)], to: [9, at(6)] },
]
