import type { ProjectPhase } from '#contract/vocabulary.ts'
import type { OperationStory, ProjectStory, ShopStory } from './shop-story.ts'

const order = (
  number: string,
  name: string,
  customer: string,
  routing: string,
  phase: ProjectPhase,
  priority: number,
  shipsInDays: number,
  startsInDays: number,
  extra: Partial<ProjectStory> = {},
): ProjectStory => ({ number, name, customer, routing, phase, priority, shipsInDays, startsInDays, ...extra })

const routings: Readonly<Record<string, readonly OperationStory[]>> = {
  shaft: [
    ['Saw blanks', 'Sawing', 4],
    ['Turn', 'Turning', 16],
    ['Mill keyways', 'Milling', 9],
    ['Grind journals', 'Grinding', 12],
    ['Inspect', 'Inspection', 3],
  ],
  housing: [
    ['Saw plate', 'Sawing', 3],
    ['Mill faces', 'Milling', 20],
    ['Bore and tap', 'Milling', 14],
    ['Deburr', 'Deburring', 4],
    ['Inspect', 'Inspection', 4],
  ],
}

const weekdays = [1, 2, 3, 4, 5]

/** A small job shop that runs round the clock from Monday to Friday. */
export const contoso: ShopStory = {
  name: 'Contoso Machining',
  timeZone: 'America/New_York',
  seed: 24,
  shifts: [
    {
      name: '24 x 5',
      description: '24 hours a day, Monday to Friday',
      version: {
        effectiveFrom: null,
        periods: weekdays.map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1_440 })),
        breaks: [],
      },
    },
  ],
  defaultShift: '24 x 5',
  workCenters: [
    { name: 'Sawing', color: '#329da8', capacity: 1 },
    { name: 'Turning', color: '#5e77bc', capacity: 2 },
    { name: 'Milling', color: '#739253', capacity: 2 },
    { name: 'Grinding', color: '#c66d83', capacity: 1 },
    { name: 'Deburring', color: '#9d8c48', capacity: 1 },
    { name: 'Inspection', color: '#40917d', capacity: 1 },
  ],
  routings,
  exceptions: [],
  breakdowns: [],
  planDaysAgo: 2,
  projects: [
    order('J-401', 'Drive Shaft 60 mm, 40 off', 'Fabrikam Drives', 'shaft', 'shipped', 60, -6, -29),
    order('J-402', 'Gearbox Housing GH-2', 'Adatum Gears', 'housing', 'complete', 55, 1, -27),
    order('J-403', 'Pump Shaft PS-8, 25 off', 'Litware Pumps', 'shaft', 'production', 80, -2, -14, {
      size: 1.4,
      waitedAt: { step: 2, note: 'Keyway cutters arrived a week late.' },
      runsOver: { step: 3, progressPercentage: 35, note: 'Wheel dressed twice; taper out of tolerance.' },
    }),
    order('J-404', 'Valve Body VB-3, 12 off', 'Litware Pumps', 'housing', 'production', 70, 2, -4, { size: 2.4 }),
    order('J-405', 'Roller Shaft RS-11', 'Fabrikam Drives', 'shaft', 'production', 62, 3, -3, { size: 2 }),
    order('J-406', 'Bearing Block BB-5, 30 off', 'Adatum Gears', 'housing', 'production', 58, 6, -3, { size: 2.6 }),
    order('J-407', 'Spindle SP-2', 'Woodgrove Tools', 'shaft', 'production', 75, 1, -2, {
      size: 1.8,
      called: { daysAgo: 1, shipsInDays: 7, priority: 50 },
    }),
    order('J-408', 'Manifold MF-6', 'Litware Pumps', 'housing', 'production', 50, 7, -2, { size: 2 }),
    order('J-409', 'Turbine Shaft TS-4', 'Woodgrove Tools', 'shaft', 'engineering', 66, 11, 1, { size: 1.6 }),
    order('J-410', 'Clutch Housing CH-9', 'Adatum Gears', 'housing', 'engineering', 45, 13, 3),
    order('J-411', 'Idler Shaft IS-7, 60 off', 'Fabrikam Drives', 'shaft', 'engineering', 40, 16, 4, { isNew: true }),
    order('J-412', 'Adapter Plate AP-1', 'Woodgrove Tools', 'housing', 'submittals', 35, 21, 9, { isNew: true }),
  ],
}
