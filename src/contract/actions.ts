/**
 * The actions that a member's right decides. The rule of each is one line in `domain/access/rights.ts`; a call names
 * its action as `access`.
 */
export const actions = [
  'reportWork',
  'planOperations',
  'enterExceptions',
  'tryPlans',
  'planProjects',
  'importWork',
  'manageExchange',
  'scheduleProject',
  'planWholeShop',
  'keepTemplates',
  'shareViews',
  'shareStatus',
  'deleteProject',
  'manageProposals',
  'manageUsers',
  'decideAccess',
  'manageShifts',
  'manageHolidays',
  'manageCategories',
  'changeTenantSettings',
  'manageSample',
  'manageDevices',
  'manageWorkers',
  'seeWorkerNames',
  'manageWebhooks',
  'manageStatusLinks',
  'exportShop',
  'seeAudit',
] as const
export type Action = (typeof actions)[number]
