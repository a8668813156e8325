import { northwindProjects } from './northwind-projects.ts'
import { northwindRoutings } from './northwind-routings.ts'
import {
  certifiedWelder,
  northwindBreakdowns,
  northwindExceptions,
  northwindShifts,
  northwindWorkCenters,
  paintFamily,
} from './northwind-working-time.ts'
import type { ShopStory } from './shop-story.ts'

/** Engineer-to-order steel and machinery, with late projects. Welding is overloaded, and Paint is the next bottleneck. */
export const northwind: ShopStory = {
  name: 'Northwind Fabrication',
  timeZone: 'America/Chicago',
  seed: 1027,
  shifts: northwindShifts,
  defaultShift: 'Two shifts',
  workCenters: northwindWorkCenters,
  routings: northwindRoutings,
  projects: northwindProjects,
  setupFamily: paintFamily,
  alsoNeeds: certifiedWelder,
  exceptions: northwindExceptions,
  breakdowns: northwindBreakdowns,
  planDaysAgo: 6,
}
