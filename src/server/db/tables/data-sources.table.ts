import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  KeptValue,
  SourceDoubts,
  SourceOrigin,
  SourceReading,
  SourceRules,
  SourceRun,
  SourceRunFigures,
  SourceSchedule,
  VanishedRecord,
} from '#contract/data-sources.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Imports that repeat by themselves. */
export const dataSources = pgTable(
  'data_sources',
  {
    tenantId: tenantId(),
    sourceId: uuid('source_id').notNull(),
    name: text('name').notNull(),
    origin: jsonb('origin').$type<SourceOrigin>().notNull(),
    /** The sealed header value or password; null = none. */
    secret: text('secret'),
    schedule: jsonb('schedule').$type<SourceSchedule>().notNull(),
    reading: jsonb('reading').$type<SourceReading>().notNull(),
    rules: jsonb('rules').$type<SourceRules>().notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdByUserId: uuid('created_by_user_id').notNull(),
    /** null = nothing is due: it is paused, or waits for a pushed file. */
    nextRunAt: instant('next_run_at'),
    /** Set by the person who asked for the next run: it is applied whatever share it changes. */
    appliesAll: boolean('applies_all').notNull().default(false),
    askedByPerson: boolean('asked_by_person').notNull().default(false),
    /** Until then, a server is running it. */
    claimedUntil: instant('claimed_until'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    /** Name, size and time of the file of the folder that was imported last, by which a new one is noticed. */
    lastFile: text('last_file'),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.sourceId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    uniqueIndex('data_sources_name').on(table.tenantId, sql`lower(name)`),
    index('data_sources_due').on(table.nextRunAt).where(isNotNull(table.nextRunAt)),
  ],
)

/** Runs of data sources; the newest 50 of each are kept. */
export const sourceRuns = pgTable(
  'source_runs',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    sourceId: uuid('source_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    trigger: text('trigger').$type<SourceRun['trigger']>().notNull(),
    outcome: text('outcome').$type<NonNullable<SourceRun['outcome']>>(),
    fileName: text('file_name').notNull(),
    fileBytes: integer('file_bytes').notNull(),
    /** SHA-256 of the file: the same file is not applied again by the clock after it was undone or dismissed. */
    fileHash: text('file_hash').notNull(),
    figures: jsonb('figures').$type<SourceRunFigures>(),
    problem: text('problem'),
    /** Not a reference: change sets are pruned. */
    changeId: text('change_id'),
    decidedBy: text('decided_by'),
    openDoubts: integer('open_doubts').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId, table.sourceId],
      foreignColumns: [dataSources.tenantId, dataSources.sourceId],
    }).onDelete('cascade'),
    index('source_runs_of_source').on(table.tenantId, table.sourceId, table.startedAt),
  ],
)

/** What only the page of one run shows. The file is kept while the run waits. */
export const sourceRunDetails = pgTable(
  'source_run_details',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    vanished: jsonb('vanished').$type<VanishedRecord[]>().notNull(),
    keptOurs: jsonb('kept_ours').$type<KeptValue[]>().notNull(),
    doubts: jsonb('doubts').$type<SourceDoubts>(),
    file: bytes('file'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId, table.runId],
      foreignColumns: [sourceRuns.tenantId, sourceRuns.runId],
    }).onDelete('cascade'),
  ],
)

/** Pushed files that wait for their run, in the order in which they came; at most 20 of a source. */
export const sourceFiles = pgTable(
  'source_files',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').notNull(),
    sourceId: uuid('source_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    fileName: text('file_name').notNull(),
    file: bytes('file').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId] }),
    foreignKey({
      columns: [table.tenantId, table.sourceId],
      foreignColumns: [dataSources.tenantId, dataSources.sourceId],
    }).onDelete('cascade'),
    index('source_files_of_source').on(table.tenantId, table.sourceId, table.receivedAt),
  ],
)

/**
 * The projects and operations that a source has brought, by which it knows what has vanished and what was changed here. Not references: a
 * record that an undo removes may come back.
 */
export const sourceRecords = pgTable(
  'source_records',
  {
    tenantId: tenantId(),
    sourceId: uuid('source_id').notNull(),
    /** Of a project or an operation. */
    recordId: uuid('record_id').notNull(),
    kind: text('kind').$type<'project' | 'operation'>().notNull(),
    /** The values of its columns as the source last brought them, and what it put on hold (`source-memory.ts`). */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** Since when the source no longer has it; what the rule asks for was done then. null = it has it. */
    missingSince: instant('missing_since'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.sourceId, table.recordId] }),
    foreignKey({
      columns: [table.tenantId, table.sourceId],
      foreignColumns: [dataSources.tenantId, dataSources.sourceId],
    }).onDelete('cascade'),
  ],
)
