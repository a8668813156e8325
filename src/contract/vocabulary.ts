import { z } from 'zod/mini'

/** The product's name. Change it only here. */
export const productName = 'Scheduler'

/** Columns of the board's status view, in order. */
export const projectStatuses = ['New', 'In Progress', 'On Hold', 'Completed'] as const
export const ProjectStatus = z.enum(projectStatuses)
export type ProjectStatus = z.infer<typeof ProjectStatus>

/** Phases in the order of the board's columns. */
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

export const unscheduledPhases: readonly ProjectPhase[] = ['complete', 'shipped', 'on_hold', 'cancelled']

export const operationStatuses = ['Pending', 'In Progress', 'Completed', 'On Hold'] as const
export const OperationStatus = z.enum(operationStatuses)
export type OperationStatus = z.infer<typeof OperationStatus>

export const runStatuses = ['Running', 'Succeeded', 'Failed', 'Cancelled'] as const
export const RunStatus = z.enum(runStatuses)
export type RunStatus = z.infer<typeof RunStatus>

/** Unit of the lag after a predecessor: working time of the successor, or clock time (drying, curing). */
export const lagUnits = ['working', 'calendar'] as const
export const LagUnit = z.enum(lagUnits)
export type LagUnit = z.infer<typeof LagUnit>

/** What an interval of work is time of: a person who attends, a machine that runs by itself, or both. */
export const intervalTimes = ['both', 'attended', 'machine'] as const
export const IntervalTime = z.enum(intervalTimes)
export type IntervalTime = z.infer<typeof IntervalTime>

/** A work center of the shop, a supplier, or a pool: people with a skill, fixtures, cranes. */
const categoryKinds = ['inside', 'outside', 'pool'] as const
export const CategoryKind = z.enum(categoryKinds)
export type CategoryKind = z.infer<typeof CategoryKind>

/** What a closed day closes: the shifts that begin on it, including their hours after midnight, or its hours from midnight to midnight. */
export const closedDayRules = ['shift', 'midnight'] as const
export const ClosedDayRule = z.enum(closedDayRules)
export type ClosedDayRule = z.infer<typeof ClosedDayRule>

/** What is calculated with the learned times of work: nothing, the forecast, or also plans and promise dates. */
export const learnedPaceUses = ['shown', 'forecast', 'plan'] as const
export const LearnedPaceUse = z.enum(learnedPaceUses)
export type LearnedPaceUse = z.infer<typeof LearnedPaceUse>

/** How long a run searches for a better plan. */
export const runEfforts = ['quick', 'balanced', 'thorough'] as const
export const RunEffort = z.enum(runEfforts)
export type RunEffort = z.infer<typeof RunEffort>

/** State of a project relative to its ship date; rules in `domain/forecast/project-words.ts`. */
export const projectStates = ['late', 'atRisk', 'onTime', 'complete', 'onHold', 'cancelled', 'unscheduled'] as const
export const ProjectState = z.enum(projectStates)
export type ProjectState = z.infer<typeof ProjectState>

/** Source of a write; every history entry has one. */
export const historySources = [
  'screen',
  'drag',
  'bulk',
  'run',
  'import',
  'api',
  'assistant',
  'floor',
  'undo',
  'system',
] as const
export const HistorySource = z.enum(historySources)
export type HistorySource = z.infer<typeof HistorySource>

/**
 * Rights of a membership, from least to most: view all of planning; also report work; also plan; also manage the
 * organization. The specified regular user is `plan`, its admin `admin`.
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

/** Primary colors of the screens, each with enough contrast in every theme. Blue is the default. */
export const primaryColors = ['blue', 'teal', 'violet', 'plum', 'slate'] as const
export type PrimaryColor = (typeof primaryColors)[number]

/** Business constants used on both sides. */
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
  maxIntervalsPerOperation: 1_000,
  keptNotifications: 100,
} as const

/** Earliest and latest accepted instant of a date field. */
export const earliestDate = '1900-01-01'
export const latestDate = '2099-12-31'
