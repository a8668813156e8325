import { z } from 'zod/mini'

/** The product's name until the user chooses one: change it here only. */
export const productName = 'Scheduler'

/** Board columns of the status view, in order (specification 4.4). */
export const projectStatuses = ['New', 'In Progress', 'On Hold', 'Completed'] as const
export const ProjectStatus = z.enum(projectStatuses)
export type ProjectStatus = z.infer<typeof ProjectStatus>

/** Phases in the order of the board's columns (specification 4.4). */
export const projectPhases = [
  'submittals',
  'engineering',
  'production',
  'complete',
  'shipped',
  'on_hold',
  'cancelled',
] as const
export const ProjectPhase = z.enum(projectPhases)
export type ProjectPhase = z.infer<typeof ProjectPhase>

export const phaseTitles: Record<ProjectPhase, string> = {
  submittals: 'Submittals',
  engineering: 'Engineering',
  production: 'Production',
  complete: 'Complete',
  shipped: 'Shipped',
  on_hold: 'On Hold',
  cancelled: 'Cancelled',
}

/** Phases in which the scheduler does not schedule a project. */
export const unscheduledPhases: readonly ProjectPhase[] = ['complete', 'shipped', 'on_hold', 'cancelled']

export const operationStatuses = ['Pending', 'In Progress', 'Completed', 'On Hold'] as const
export const OperationStatus = z.enum(operationStatuses)
export type OperationStatus = z.infer<typeof OperationStatus>

/** Specification 4.7. */
export const runStatuses = ['Running', 'Succeeded', 'Failed', 'Cancelled'] as const
export const RunStatus = z.enum(runStatuses)
export type RunStatus = z.infer<typeof RunStatus>

/** How the lag after a predecessor counts: in working time of what waits, or by the clock (drying, curing). */
export const lagUnits = ['working', 'calendar'] as const
export const LagUnit = z.enum(lagUnits)
export type LagUnit = z.infer<typeof LagUnit>

/** A work center of the shop, a supplier who does the work elsewhere, or a pool: people with a skill, fixtures, cranes. */
const categoryKinds = ['inside', 'outside', 'pool'] as const
export const CategoryKind = z.enum(categoryKinds)
export type CategoryKind = z.infer<typeof CategoryKind>

/** What a closed day closes: the shifts that begin on it, with their hours after midnight, or its hours from midnight to midnight. */
export const closedDayRules = ['shift', 'midnight'] as const
export const ClosedDayRule = z.enum(closedDayRules)
export type ClosedDayRule = z.infer<typeof ClosedDayRule>

/** How long a run searches for a better plan. */
export const runEfforts = ['quick', 'balanced', 'thorough'] as const
export const RunEffort = z.enum(runEfforts)
export type RunEffort = z.infer<typeof RunEffort>

/** How a project stands against its ship date; rules in `domain/forecast/project-words.ts`. */
export const projectStates = ['late', 'atRisk', 'onTime', 'complete', 'onHold', 'cancelled', 'unscheduled'] as const
export const ProjectState = z.enum(projectStates)
export type ProjectState = z.infer<typeof ProjectState>

/** The source of a write; every history entry names one. */
export const historySources = ['screen', 'drag', 'bulk', 'run', 'import', 'api', 'floor', 'undo', 'system'] as const
export const HistorySource = z.enum(historySources)
export type HistorySource = z.infer<typeof HistorySource>

/** Specification 3, "Notification" (types and categories are those of section 9). */
/**
 * The right of a membership, from the least to the most: sees all of planning; also reports work; also plans; also manages the
 * organization. The specification's regular user is `plan`, its admin `admin`.
 */
export const memberAccesses = ['view', 'report', 'plan', 'admin'] as const
export const MemberAccess = z.enum(memberAccesses)
export type MemberAccess = z.infer<typeof MemberAccess>

export const notificationTypes = ['info', 'success', 'warning', 'error'] as const
export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.infer<typeof NotificationType>

export const notificationCategories = ['System', 'Project', 'Schedule', 'User', 'Analytics'] as const
export const NotificationCategory = z.enum(notificationCategories)
export type NotificationCategory = z.infer<typeof NotificationCategory>

export const notificationPriorities = ['low', 'medium', 'high'] as const
export const NotificationPriority = z.enum(notificationPriorities)
export type NotificationPriority = z.infer<typeof NotificationPriority>

/** Primary colors of the screens; each has enough contrast in every theme. Blue is the default. */
export const primaryColors = ['blue', 'teal', 'violet', 'plum', 'slate'] as const
export type PrimaryColor = (typeof primaryColors)[number]

/** Business constants that both sides use (specification 9). */
export const limits = {
  requestTimeoutMs: 30_000,
  cacheLifetimeMs: 5 * 60_000,
  batchProjectIds: 5,
  maxBatchProjectIds: 50,
  tenantChipCharacters: 20,
  tenantIdCharacters: 8,
  maxNameLength: 200,
  maxTextLength: 10_000,
  maxDurationHours: 100_000,
  maxOperationsPerProject: 2_000,
  keptNotifications: 100,
} as const

/** Earliest and latest instant a date field takes (specification 5: date picker 1900-01-01 to 2099-12-31). */
export const earliestDate = '1900-01-01'
export const latestDate = '2099-12-31'
