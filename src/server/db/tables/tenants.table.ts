import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ColumnField } from '#contract/imports.ts'
import { type MorningPlanSettings, usualMorningPlan } from '#contract/morning-plan.ts'
import {
  type FloorIdentification,
  type HistoryYears,
  type NamesMonths,
  type PlanOutdated,
  usualScrapReasons,
} from '#contract/tenant-settings.ts'
import type { ClosedDayRule, LearnedPaceUse, MemberAccess } from '#contract/vocabulary.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { users } from './users.table.ts'

export const tenants = pgTable('tenants', {
  tenantId: uuid('tenant_id').primaryKey(),
  name: text('name').notNull(),
  status: text('status').notNull().default('Active'),
  timeZone: text('time_zone').notNull().default('UTC'),
  freezeWorkingDays: integer('freeze_working_days').notNull().default(0),
  defaultShiftId: uuid('default_shift_id'),
  closedDayRule: text('closed_day_rule').$type<ClosedDayRule>().notNull().default('shift'),
  weekStartsOn: integer('week_starts_on').notNull().default(1),
  projectNumberPrefix: text('project_number_prefix').notNull().default(''),
  /** Last number given to a project that was created without one. */
  lastProjectNumber: integer('last_project_number').notNull().default(1000),
  /** Counts every change a scheduling run depends on: a run that finds another value at its commit starts over. */
  planVersion: bigint('plan_version', { mode: 'number' }).notNull().default(0),
  /** Counts every change that shop screens show (`shop_changes`). Clients ask for the changes since a number. */
  changeNumber: bigint('change_number', { mode: 'number' }).notNull().default(0),
  /** The plan in force (`plans`): changing this one value puts another plan in force. */
  planId: uuid('plan_id').notNull().defaultRandom(),
  /** Why the plan no longer fits the working time; null = it fits. Cleared by a run over all projects. */
  planOutdated: jsonb('plan_outdated').$type<PlanOutdated>(),
  /** The `planVersion` and the local day up to which people have been notified of late and recovered projects. */
  notifiedPlanVersion: bigint('told_plan_version', { mode: 'number' }).notNull().default(0),
  notifiedDay: text('told_day'),
  /** What the columns of imported tables hold, by their headers, as somebody of the organization last chose. */
  importColumns: jsonb('import_columns').$type<Readonly<Record<string, ColumnField | null>>>().notNull().default({}),
  /** Whether regular users enter overtime, downtime and capacity. */
  plannersChangeWorkingTime: boolean('planners_change_working_time').notNull().default(true),
  /** Whether planners put a plan for the whole shop in force; otherwise they ask its admins to. */
  plannersApplyPlans: boolean('planners_apply_plans').notNull().default(true),
  /** What is calculated with the learned times of work. */
  learnedPace: text('learned_pace').$type<LearnedPaceUse>().notNull().default('shown'),
  morningPlan: jsonb('morning_plan').$type<MorningPlanSettings>().notNull().default(usualMorningPlan),
  /** Older history is deleted (`prune-history.ts`); null = never. */
  keepHistoryYears: integer('keep_history_years').$type<HistoryYears>(),
  floorIdentification: text('floor_identification').$type<FloorIdentification>().notNull().default('off'),
  /** Names on older reports are removed (`prune-names.ts`); null = never. */
  keepNamesMonths: integer('keep_names_months').$type<NamesMonths>().default(12),
  /** Whether reports and corrections tell the time of a machine and of a person apart. */
  separatesMachineTime: boolean('separates_machine_time').notNull().default(false),
  scrapReasons: jsonb('scrap_reasons').$type<readonly string[]>().notNull().default(usualScrapReasons),
  /** History from before this instant has been deleted, except that of open projects; null = nothing has. */
  historyFrom: instant('history_from'),
  /** What the sample shop of the organization is made of; null = it holds none. */
  sampleShop: jsonb('sample_shop').$type<SampleShop>(),
  ...recordColumns(),
})

/** The records of a sample shop. Those that people have deleted since are still named. */
export interface SampleShop {
  readonly projectIds: readonly string[]
  readonly operationIds: readonly string[]
  readonly categoryIds: readonly string[]
  readonly shiftIds: readonly string[]
}

/**
 * Members of each organization. The person in each row has accepted. People who have not accepted are in `invitations`,
 * which refers to no account.
 */
export const memberships = pgTable(
  'memberships',
  {
    tenantId: tenantId().references(() => tenants.tenantId, {
      onDelete: 'cascade',
    }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    access: text('access').$type<MemberAccess>().notNull().default('plan'),
    /** The work centers to which the right to plan is limited; null = all. */
    workCenterIds: jsonb('work_center_ids').$type<readonly string[]>(),
    role: text('role').notNull().default('User'),
    /** Disabled in this organization; the account may still work in others. */
    status: text('status').$type<'Active' | 'Disabled'>().notNull().default('Active'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
)

/**
 * People who were invited and have not accepted. A row holds the text that an admin typed and refers to no account. So no
 * change of it can affect an account, and nothing it shows reveals whether an account exists.
 */
export const invitations = pgTable(
  'invitations',
  {
    tenantId: tenantId().references(() => tenants.tenantId, { onDelete: 'cascade' }),
    invitationId: uuid('invitation_id').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    role: text('role').notNull().default('User'),
    access: text('access').$type<MemberAccess>().notNull().default('plan'),
    /** The work centers to which the right to plan is limited; null = all. */
    workCenterIds: jsonb('work_center_ids').$type<readonly string[]>(),
    /** SHA-256 of the token in the link; null = no link has been made. */
    tokenHash: text('token_hash'),
    linkExpiresAt: instant('link_expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.invitationId] }),
    uniqueIndex('invitations_email_key').on(table.tenantId, sql`lower(${table.email})`),
    index('invitations_token').on(table.tokenHash),
  ],
)
