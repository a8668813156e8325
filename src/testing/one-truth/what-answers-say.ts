import { eq } from 'drizzle-orm'
import { type OperationTab, operationTabs } from '#contract/operation-filter.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationOutlook } from '#contract/operation-outlook.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import type { ProjectState } from '#contract/vocabulary.ts'
import { forecastShop, type OperationForecast } from '#domain/forecast/forecast-shop.ts'
import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '#server/context.ts'
import { notifiedLateness } from '#server/db/tables/notifications.table.ts'
import { getLateCauses } from '#server/services/analytics/get-late-causes.ts'
import { getDashboard } from '#server/services/dashboard/get-dashboard.ts'
import { listLateParts } from '#server/services/forecasts/list-late-parts.ts'
import { exportOperations } from '#server/services/operation-lists/export-operations.ts'
import { listOperationGroups, listOperationRows } from '#server/services/operation-lists/list-operation-rows.ts'
import { batchOperations, getOperation, listOperations } from '#server/services/operations/read-operations.ts'
import { evaluateLateness } from '#server/services/projects/notify-of-lateness.ts'
import { getProject, listProjects } from '#server/services/projects/read-projects.ts'
import { loadShop } from '#server/services/scheduling/load-shop.ts'
import { everyOperationRow } from '../every-operation-row.ts'
import type { Said, Screen } from './disagreements.ts'

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const tenth = (days: number | null): number | null => (days === null ? null : Math.round(days * 10) / 10 || 0)

const isClosed = (state: ProjectState): boolean => state === 'complete' || state === 'onHold' || state === 'cancelled'
const isRed = ({ state }: OperationForecast): boolean => state === 'overdue' || state === 'projectedLate'

/** The record name for facts about the whole organization, such as counts. */
export const whole = 'the organization'

/** The reference: the domain rules, computed now from the stored shop. */
export const theForecast = async (ctx: TenantContext): Promise<Screen> => {
  const nowMs = ctx.app.now().getTime()
  const records = new Map<string, Said>()
  const { projects } = forecastShop((await loadShop(ctx, nowMs)).snapshot)
  for (const { project, state, operations, ...of } of projects) {
    records.set(`project ${project.projectId}`, {
      state,
      latenessDays: of.latenessDays,
      lateMs: state === 'late' ? (of.completionMs ?? 0) - (project.dueMs ?? 0) : undefined,
      pastDueDays: of.pastDueDays,
      forecastCompletion: iso(of.completionMs),
      plannedEnd: iso(of.plannedCompletionMs) ?? undefined,
      completedOperations: operations.filter(({ completed }) => completed).length,
      notPlaced: operations.filter(isNotPlaced).length,
      isOpen: !isClosed(state),
      isLate: state === 'late',
      notified: isClosed(state) ? null : of.pastDueDays !== null ? 'late' : state === 'late' ? 'projectedLate' : null,
    })
    for (const row of operations)
      records.set(`operation ${row.source.operationId}`, {
        state: row.state,
        daysOverdue: row.daysOverdue,
        endsBy: iso(row.endsByMs),
        forecastStart: iso(row.forecastStartMs),
        forecastEnd: iso(row.forecastEndMs),
        needBy: iso(row.needByMs),
        slackDays: tenth(row.slackDays),
        behindPlan: row.isBehindPlan,
        blocked: row.isBlocked,
        completed: row.completed,
        notPlaced: isNotPlaced(row),
        isOverdue: row.state === 'overdue',
        isRed: row.source.onHold ? undefined : isRed(row),
        'on all': true,
        'on overdue': row.state === 'overdue',
        'on projectedLate': row.state === 'projectedLate',
        'on atRisk': row.state === 'atRisk',
        'on behindPlan': row.isBehindPlan,
        projectLateness: of.latenessDays,
      })
  }
  const all = projects.flatMap(({ operations }) => operations)
  const late = projects.filter(({ state }) => state === 'late')
  records.set(whole, {
    late: late.length,
    lateDays: late.reduce((sum, { latenessDays }) => sum + (latenessDays ?? 0), 0),
    pastDue: projects.filter(({ pastDueDays }) => pastDueDays !== null).length,
    onHold: projects.filter(({ state }) => state === 'onHold').length,
    notPlaced: all.filter(isNotPlaced).length,
    redOperations: all.filter(isRed).length,
    'overdue with snoozed ones show': all.filter(({ state }) => state === 'overdue').length,
    'behindPlan with snoozed ones show': all.filter(({ isBehindPlan }) => isBehindPlan).length,
  })
  return { name: 'the forecast', records }
}

const ofProject = (project: Project): Said => ({
  state: project.state,
  latenessDays: project.latenessDays,
  pastDueDays: project.pastDueDays,
  forecastCompletion: project.forecastCompletionDate,
  projectedCompletion: project.projectedCompletionDate,
  plannedEnd: project.projectedFrom === 'schedule' ? project.projectedCompletionDate : undefined,
  completedOperations: project.completedOperationCount,
})

const ofOutlook = (outlook: OperationOutlook | null): Said => ({
  state: outlook?.state ?? 'no outlook',
  daysOverdue: outlook?.daysOverdue,
  endsBy: outlook?.endsByDate,
  forecastStart: outlook?.forecastStartDate,
  forecastEnd: outlook?.forecastEndDate,
  needBy: outlook?.needByDate,
  slackDays: tenth(outlook?.slackDays ?? null),
  behindPlan: outlook?.behindPlan,
})

const ofOperation = (operation: Operation): Said => ({
  ...ofOutlook(operation.outlook),
  completed: operation.status === 'Completed',
})

const ofRow = (row: OperationListRow): Said => ({
  ...ofOutlook(row),
  severity: row.severity,
  blocked: row.blocked,
  completed: row.status === 'Completed',
  projectLateness: row.latenessDays,
  projectProjected: row.projectedCompletionDate,
  cause: row.cause.code,
})

const screen = <T>(name: string, items: readonly T[], key: (item: T) => string, said: (item: T) => Said): Screen => ({
  name,
  records: new Map(items.map((item) => [key(item), said(item)])),
})
const projectKey = ({ projectId }: { projectId: string }) => `project ${projectId}`
const operationKey = ({ operationId }: { operationId: string }) => `operation ${operationId}`

/** Facts in the answers about projects. */
export const projectAnswers = async (ctx: TenantContext): Promise<Screen[]> => {
  const projects = await listProjects(ctx)
  const single: Project[] = []
  for (const { projectId } of projects) single.push(await getProject(ctx, { projectId }))
  return [
    screen('the project list', projects, projectKey, ofProject),
    screen('the answer for one project', single, projectKey, ofProject),
    await dashboardSays(ctx),
    await latePartsSay(ctx, projects),
    await causesSay(ctx),
    await notificationsSay(ctx, projects),
  ]
}

const dashboardSays = async (ctx: TenantContext): Promise<Screen> => {
  const { figures, late, pastDue, shipping, held } = await getDashboard(ctx)
  const records = new Map<string, Said>()
  for (const row of [...late, ...pastDue, ...shipping])
    records.set(projectKey(row), {
      state: row.state,
      latenessDays: row.latenessDays,
      pastDueDays: row.pastDueDays,
      forecastCompletion: row.forecastCompletionDate,
      projectedCompletion: row.projectedCompletionDate,
    })
  for (const row of held) records.set(projectKey(row), { ...records.get(projectKey(row)), state: 'onHold' })
  for (const { mainCause } of late)
    if (mainCause?.operation) records.set(operationKey(mainCause.operation), { cause: mainCause.cause.code })
  const { late: lateCount, pastDue: pastDueCount, onHold, notPlaced, shipsSoon, shipsSoonReady } = figures
  records.set(whole, { late: lateCount, pastDue: pastDueCount, onHold, notPlaced, shipsSoon, shipsSoonReady })
  return { name: 'the dashboard', records }
}

/** The causes of lateness on each project's page. Their sum, to the minute, is the time from the ship date to the completion. */
const latePartsSay = async (ctx: TenantContext, projects: readonly Project[]): Promise<Screen> => {
  const records = new Map<string, Said>()
  for (const { projectId, state } of projects) {
    const { latenessDays, lateMs, parts } = await listLateParts(ctx, { projectId })
    const sum = parts.reduce((all, part) => all + part.lateMs, 0)
    records.set(projectKey({ projectId }), { latenessDays, ...(state === 'late' ? { lateMs: sum } : {}) })
    if (sum !== lateMs) throw new Error(`The parts of ${projectId} do not sum to its lateness`)
    // The largest part of an operation decides its cause.
    for (const { operation, cause } of parts.toReversed())
      if (operation) records.set(operationKey(operation), { cause: cause.code })
  }
  return { name: 'what makes projects late', records }
}

const causesSay = async (ctx: TenantContext): Promise<Screen> => {
  const { lateProjects: late, lateDays } = await getLateCauses(ctx, {})
  return { name: 'analytics', records: new Map([[whole, { late, lateDays }]]) }
}

/** The notifications about active projects: past due, otherwise late. */
const notificationsSay = async (ctx: TenantContext, projects: readonly Project[]): Promise<Screen> => {
  await evaluateLateness(ctx)
  const rows = await ctx.app.db.withTenant(ctx, (tx) =>
    tx.select().from(notifiedLateness).where(eq(notifiedLateness.tenantId, ctx.tenantId)),
  )
  const notified = new Map(rows.map(({ projectId, lateness }) => [projectId, lateness]))
  return screen('the notifications', projects, projectKey, ({ projectId }) => ({
    notified: notified.get(projectId) ?? null,
  }))
}

/** Facts in the answers about operations, including snoozed ones. */
export const operationAnswers = async (ctx: TenantContext): Promise<Screen[]> => {
  const projectIds = (await listProjects(ctx)).map(({ projectId }) => projectId)
  const ofProjects: Operation[] = []
  for (const projectId of projectIds) ofProjects.push(...(await listOperations(ctx, { projectId })))
  const single: Operation[] = []
  for (const { projectId, operationId } of ofProjects) single.push(await getOperation(ctx, { projectId, operationId }))
  const batch = (await batchOperations(ctx, { projectIds })).flatMap(({ projectOperations }) => projectOperations)
  const rows = await everyOperationRow(ctx, { tab: 'all' })
  const file = await readFile(ctx)
  return [
    screen('the list of all operations', rows, operationKey, ofRow),
    screen('the operations of a project', ofProjects, operationKey, ofOperation),
    screen('the answer for one operation', single, operationKey, ofOperation),
    screen('the operations of several projects', batch, operationKey, ofOperation),
    screen('the CSV file', file, (row) => `operation ${row['Operation id']}`, ofFile),
  ]
}

const eight = '08:00'

/** Converts a time in the file, in the organization's zone, to a UTC instant. */
const fileTime = (text: string, zone: string): string => {
  const [, date = '', time = eight] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? []
  if (date === '') return text
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return new Date(dateOnlyToMs(date, zone, hour * 60 + minute) + second * 1_000).toISOString()
}

/** Rows of the CSV file by column header, with times as UTC instants. */
const readFile = async (ctx: TenantContext): Promise<Record<string, string>[]> => {
  const zone = (await loadShop(ctx, ctx.app.now().getTime())).snapshot.timeZone
  let text = ''
  for await (const part of exportOperations(ctx, { tab: 'all' })) text += part
  const [heads = [], ...lines] = text
    .replace('\uFEFF', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(1, -1).split('","'))
  return lines.map((cells) =>
    Object.fromEntries(heads.map((head, index) => [head, fileTime(cells[index] ?? '', zone)])),
  )
}

const orNull = (text = ''): string | null => (text === '' ? null : text)
const numberOrNull = (text = ''): number | null => (text === '' ? null : Number(text) || 0)
const ofFile = (row: Record<string, string>): Said => ({
  state: row.State,
  daysOverdue: Number(row['Days overdue']),
  forecastStart: orNull(row['Forecast start']),
  forecastEnd: orNull(row['Forecast end']),
  needBy: orNull(row['Need by']),
  slackDays: numberOrNull(row['Slack working days']),
  behindPlan: row['Behind plan'] === 'true',
  severity: orNull(row.Severity),
  blocked: row.Blocked === 'true',
  completed: row.Status === 'Completed',
  projectLateness: numberOrNull(row['Project lateness days']),
  projectProjected: orNull(row['Projected completion']),
  cause: row.Cause,
})

const groupings = ['project', 'operation', 'priority'] as const

/** Rows and counts of every tab of the overdue screen: with and without snoozed operations, in groups and as one list. */
export const tabAnswers = async (ctx: TenantContext): Promise<Screen[]> => {
  const screens: Screen[] = []
  const everything = await everyOperationRow(ctx, { tab: 'all' })
  for (const snoozed of ['show', 'hide', 'only'] as const) {
    const counted = (tab: OperationTab) => `${tab} with snoozed ones ${snoozed}`
    for (const tab of operationTabs) {
      const rows = await everyOperationRow(ctx, { tab, snoozed })
      const listed = new Set(rows.map(({ operationId }) => operationId))
      const records = new Map<string, Said>(rows.map((row) => [operationKey(row), ofRow(row)]))
      for (const row of snoozed === 'show' ? everything : [])
        records.set(operationKey(row), {
          ...records.get(operationKey(row)),
          [`on ${tab}`]: listed.has(row.operationId),
        })
      records.set(whole, { [counted(tab)]: rows.length })
      screens.push({ name: `tab ${tab} (snoozed: ${snoozed})`, records })
      // Each tab shows the counts of all tabs.
      const { tabs } = await listOperationRows(ctx, { tab, snoozed, limit: 1 })
      const allCounts = Object.fromEntries(operationTabs.map((other) => [counted(other), tabs[other]]))
      screens.push({ name: `the counts on tab ${tab} (snoozed: ${snoozed})`, records: new Map([[whole, allCounts]]) })
      for (const groupBy of snoozed === 'hide' ? groupings : []) {
        const { counts } = await listOperationGroups(ctx, { tab, snoozed, groupBy })
        const count = counts.reduce((sum, more) => sum + more, 0)
        screens.push({ name: `${tab} grouped by ${groupBy}`, records: new Map([[whole, { [counted(tab)]: count }]]) })
      }
    }
  }
  return screens
}
