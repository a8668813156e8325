import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { StoredRunResult } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '#server/context.ts'
import { runResults, schedulingRuns } from '#server/db/tables/scheduling-runs.table.ts'
import { createAccessRequest } from '#server/services/access-requests/write-access-requests.ts'
import { createApiToken } from '#server/services/api-tokens/my-api-tokens.ts'
import { noteCall } from '#server/services/assistants/call-log.ts'
import { snoozeOperations } from '#server/services/bulk-operations/snooze-operations.ts'
import { createCalendarFeed } from '#server/services/calendar-feeds/my-feeds.ts'
import { createWorker } from '#server/services/floor/workers.ts'
import { createCalendarException } from '#server/services/holidays/calendar-exceptions.ts'
import { createHolidayTemplate } from '#server/services/holidays/holiday-templates.ts'
import { createHoliday } from '#server/services/holidays/write-holidays.ts'
import { listNotifications } from '#server/services/notifications/my-notifications.ts'
import { reportWorkTime } from '#server/services/operations/report-work-time.ts'
import { createProposal, nameProposal } from '#server/services/proposals/write-proposals.ts'
import { createRoutingTemplate } from '#server/services/routing-templates/routing-templates.ts'
import { createSavedView } from '#server/services/saved-views/write-saved-views.ts'
import { createScheduledExport } from '#server/services/scheduled-exports/manage-scheduled-exports.ts'
import { noteEntry } from '#server/services/sessions/sign-in-log.ts'
import { createStatusLink } from '#server/services/status-links/project-links.ts'
import { changeTenantSettings } from '#server/services/tenants/settings.ts'
import { inviteUser } from '#server/services/users/manage-invitations.ts'
import { createWebhook, testWebhook } from '#server/services/webhooks/manage-webhooks.ts'
import { buildCategory } from '../builders/build-category.ts'
import { buildDataSource, buildSourceRun, oneDoubt } from '../builders/build-data-source.ts'
import { buildDevice } from '../builders/build-device.ts'
import { buildChain, buildOperation } from '../builders/build-operation.ts'
import { buildProject } from '../builders/build-project.ts'
import { buildShift } from '../builders/build-shift.ts'
import type { TestTenant } from '../builders/build-tenant.ts'
import { type Actor, buildUser, type Membership } from '../builders/build-user.ts'
import { withApiToken } from '../role-matrix/actors.ts'
import type { TestServer } from '../server-harness.ts'
import { daysFrom } from '../test-days.ts'

export const idKinds = [
  'project',
  'operation',
  'interval',
  'category',
  'shift',
  'holiday',
  'template',
  'exception',
  'run',
  'user',
  'tenant',
  'accessRequest',
  'notification',
  'view',
  'routing',
  'proposal',
  'feed',
  'statusLink',
  'token',
  'webhook',
  'export',
  'source',
  'sourceRun',
  'device',
  'worker',
] as const
export type IdKind = (typeof idKinds)[number]

/** An organization with `marker` in each of its strings, so that its data can be recognized anywhere. */
export interface CanaryTenant {
  readonly tenant: TestTenant
  readonly ctx: TenantContext
  readonly admin: Actor
  readonly planner: Actor
  readonly viewer: Actor
  readonly reporter: Actor
  /** A planner limited to its work center. */
  readonly plannerOfOne: Actor
  /** A script of the admin, with an API token. */
  readonly script: Actor
  /** A tablet at its work center. */
  readonly device: Actor
  readonly marker: string
  readonly ids: Readonly<Record<IdKind, readonly string[]>>
}

const member = (
  { services }: TestServer,
  marker: string,
  { called, ...right }: Membership & { readonly called: string },
): Promise<Actor> =>
  buildUser(services, {
    name: `${called} ${marker}`,
    email: `${called.toLowerCase().replaceAll(' ', '-')}.${marker}@example.com`,
    memberOf: [right],
  })

const storeRun = async (
  ctx: TenantContext,
  marker: string,
  operation: { projectId: string; operationId: string },
): Promise<string> => {
  const runId = randomUUID()
  const { projectId } = operation
  const result: StoredRunResult = {
    projects: [
      {
        projectId,
        kind: 'later',
        completionBeforeMs: 0,
        completionAfterMs: 86_400_000,
        movedDays: 1,
        latenessDaysBefore: null,
        latenessDaysAfter: null,
        movedOperations: 1,
        unplacedOperations: 1,
      },
    ],
    unplaced: [{ ...operation, reason: { code: 'onHold' } }],
    warnings: [{ ...operation, warning: { code: 'pinPassed' } }],
  }
  await ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.insert(schedulingRuns).values({
      tenantId: ctx.tenantId,
      runId,
      status: 'Succeeded',
      startedBy: marker,
      startedByUserId: ctx.userId,
      startedAt: ctx.app.now(),
      endedAt: ctx.app.now(),
      progress: { recent: [marker], percent: 100 },
    })
    await tx.insert(runResults).values({ tenantId: ctx.tenantId, runId, result })
  })
  return runId
}

/** Fills a new organization with two projects of three operations, and one record of every other kind. */
export const buildCanaryTenant = async (server: TestServer): Promise<CanaryTenant> => {
  const marker = `canary${randomBytes(6).toString('hex')}`
  const tenant = await server.newTenant({ name: `Works ${marker}` })
  const { tenantId } = tenant
  const admin = await member(server, marker, { tenantId, called: 'Admin', isAdmin: true })
  const planner = await member(server, marker, { tenantId, called: 'Planner' })
  const viewer = await member(server, marker, { tenantId, called: 'Viewer', access: 'view' })
  const reporter = await member(server, marker, { tenantId, called: 'Reporter', access: 'report' })
  const ctx = await server.contextOf(admin)
  for (const { userId } of [admin, planner]) {
    const entry = { userId, tenantId, now: ctx.app.now(), address: null, userAgent: marker }
    await ctx.app.db.withSystem((tx) => noteEntry(tx, entry))
  }
  const script = await withApiToken(server.services, admin, { tenantId, scope: 'plan' })
  const text = (word: string) => `${word} ${marker}`
  await changeTenantSettings(ctx, { input: { projectNumberPrefix: marker.slice(-12) }, expectedVersion: null })
  const shift = await buildShift(ctx, { name: text('Shift'), description: marker })
  const category = await buildCategory(ctx, {
    name: text('Saw'),
    shiftId: shift.shiftId,
    changeovers: [{ fromFamily: marker, toFamily: '', hours: 1 }],
  })
  const workCenterIds = [category.categoryId]
  const plannerOfOne = await member(server, marker, { tenantId, called: 'Planner of one', workCenterIds })
  const projects = [
    await buildProject(ctx, {
      projectName: text('Press'),
      description: marker,
      shortName: marker,
      customerName: marker,
    }),
    await buildProject(ctx, { projectName: text('Crane'), projectNumber: text('No') }),
  ]
  const operations = []
  for (const { projectId } of projects) {
    operations.push(...(await buildChain(ctx, projectId, [text('Cut'), text('Weld')])))
    const rest = {
      name: text('Paint'),
      notes: marker,
      materialNote: marker,
      setupFamily: marker,
      description: marker,
      categoryId: category.categoryId,
    }
    operations.push(await buildOperation(ctx, projectId, rest))
  }
  const date = daysFrom(ctx.app.now(), 36)
  const holiday = await createHoliday(ctx, { input: { name: text('Fair'), date } })
  const template = await createHolidayTemplate(ctx, {
    input: { name: text('Custom'), items: [{ name: marker, date }] },
  })
  const [startsAt, endsAt] = [`${date}T06:00:00Z`, `${date}T12:00:00Z`]
  const exception = await createCalendarException(ctx, { input: { kind: 'overtime', name: marker, startsAt, endsAt } })
  const { proposalId } = await createProposal(ctx, {
    input: {
      changes: [{ kind: 'project', projectId: projects[0]?.projectId ?? '', fields: { priority: 70 } }],
      method: 'keepSequence',
    },
  })
  await nameProposal(ctx, { proposalId, name: text('Rush') })
  const view = await createSavedView(ctx, { screen: 'overdue', name: text('View'), search: { search: marker } })
  const routing = await createRoutingTemplate(ctx, { name: text('Routing'), projectId: projects[0]?.projectId ?? '' })
  await snoozeOperations(ctx, {
    target: { operations: operations.slice(0, 2).map(({ operationId }) => ({ operationId })) },
    untilDate: date,
    reason: marker,
  })
  const worked = await reportWorkTime(ctx, {
    projectId: operations[0]?.projectId ?? '',
    operationId: operations[0]?.operationId ?? '',
    kind: 'start',
  })
  const webhook = await createWebhook(ctx, {
    input: { url: `https://hooks.example.com/${marker}`, events: ['project.late', 'project.shipped'] },
    allowed: new Set(['https://hooks.example.com']),
  })
  await testWebhook(ctx, webhook)
  const dates = await createScheduledExport(ctx, {
    input: {
      name: text('Dates'),
      target: {
        kind: 'address',
        method: 'POST',
        url: `https://hooks.example.com/${marker}`,
        signIn: { kind: 'basic', user: marker },
      },
      secret: marker,
      datesOf: 'projects',
      format: 'json',
      importedOnly: false,
      schedule: { kind: 'hourly', minute: 30 },
    },
  })
  const source = await buildDataSource(ctx, { name: text('Source') })
  const sourceRun = await buildSourceRun(ctx, source.sourceId, {
    run: { fileName: marker, problem: marker, openDoubts: 1 },
    details: { doubts: { ...oneDoubt, rows: [{ row: 0, cells: ['', marker] }] } },
  })
  const token = await createApiToken(ctx, { name: marker, scope: 'read', expiresInDays: 365 })
  const note = { tool: 'find', args: { text: marker }, outcome: 'done' as const, answer: marker, proposalId: null }
  await noteCall({ ctx, token, origin: '' }, note)
  const feed = await createCalendarFeed(ctx, { categoryId: category.categoryId })
  const link = await createStatusLink(ctx, {
    projectId: projects[0]?.projectId ?? '',
    input: { reference: marker, showsForecast: true, expires: 'in90Days' },
  })
  const device = await buildDevice(ctx, { name: text('Tablet'), categoryIds: [category.categoryId] })
  const worker = await createWorker(ctx, { name: text('Person'), code: '0042', badge: marker })
  const invited = await inviteUser(ctx, { email: `invited.${marker}@example.com`, name: text('Guest'), role: marker })
  const asked = await createAccessRequest(await server.contextOf(planner), { reason: text('Shifts') })
  return {
    tenant,
    ctx,
    admin,
    planner,
    viewer,
    reporter,
    plannerOfOne,
    script,
    device,
    marker,
    ids: {
      project: projects.map(({ projectId }) => projectId),
      operation: operations.map(({ operationId }) => operationId),
      interval: worked.intervals.map(({ intervalId }) => intervalId),
      category: [category.categoryId],
      shift: [shift.shiftId],
      holiday: [holiday.holidayId],
      template: [template.templateId],
      exception: [exception.exceptionId],
      run: [
        await storeRun(ctx, marker, {
          projectId: projects[0]?.projectId ?? '',
          operationId: operations[0]?.operationId ?? '',
        }),
      ],
      user: [admin.userId, planner.userId, invited.id],
      tenant: [tenantId],
      accessRequest: [asked.requestId],
      view: [view.viewId],
      routing: [routing.templateId],
      proposal: [proposalId],
      feed: [feed.feedId],
      statusLink: [link.linkId],
      token: [token.tokenId],
      webhook: [webhook.webhookId],
      export: [dates.exportId],
      source: [source.sourceId],
      sourceRun: [sourceRun.runId],
      device: [device.userId],
      worker: [worker.workerId],
      notification: (await listNotifications(ctx)).map(({ id }) => id),
    },
  }
}

const tables = [
  'tenants',
  'memberships',
  'invitations',
  'projects',
  'operations',
  'operation_dependencies',
  'categories',
  'shifts',
  'holidays',
  'holiday_templates',
  'routing_templates',
  'calendar_exceptions',
  'scheduling_runs',
  'run_results',
  'history_entries',
  'change_sets',
  'access_requests',
  'notifications',
  'told_standings',
  'operation_snoozes',
  'work_intervals',
  'saved_views',
  'saved_view_defaults',
  'proposals',
  'proposal_results',
  'proposal_parts',
  'calendar_feeds',
  'status_links',
  'api_tokens',
  'assistant_calls',
  'webhooks',
  'webhook_deliveries',
  'scheduled_exports',
  'data_sources',
  'source_runs',
  'source_run_details',
  'source_files',
  'source_records',
  'floor_devices',
  'workers',
  'floor_reports',
  'work_intervals',
]

/** A hash of all stored data of an organization, which requests of other organizations must not change. */
export const tenantDigest = (ctx: TenantContext): Promise<string> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const parts = tables.map(
      (table) =>
        sql`select ${table} || coalesce(string_agg(r::text, '|' order by r::text), '') as part from ${sql.identifier(table)} r`,
    )
    const { rows } = await tx.execute(
      sql`select md5(string_agg(part, '#')) as digest from (${sql.join(parts, sql` union all `)}) p`,
    )
    return String(rows[0]?.digest)
  })
