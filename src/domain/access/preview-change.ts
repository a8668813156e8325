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

/** Whether a user may preview a change of working time: everyone who may make the change. */
export const mayPreviewChange = (role: Role, kind: WorkingTimeChange['kind']): Decision => may(role, neededFor[kind])
