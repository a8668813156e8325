import type { WorkingTimeChange } from '#contract/working-time.ts'
import type { Decision } from './decision.ts'
import { may, type Permission, type Role } from './permissions.ts'

const neededFor: Record<WorkingTimeChange['kind'], Permission> = {
  shift: 'manageShifts',
  organisation: 'changeTenantSettings',
  category: 'manageCategories',
  categoryGone: 'manageCategories',
  holidays: 'manageHolidays',
  template: 'manageHolidays',
  holiday: 'manageHolidays',
  exception: 'enterExceptions',
}

/** Whether someone may see what a change of working time would move: whoever may make the change. */
export const mayPreviewChange = (role: Role, kind: WorkingTimeChange['kind']): Decision => may(role, neededFor[kind])
