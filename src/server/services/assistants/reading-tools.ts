import type { ToolInput } from '#contract/assistant-tools.ts'
import type { LateProject } from '#contract/dashboard.ts'
import { hourMs } from '#domain/time/units.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { listCategories } from '../categories/read-categories.ts'
import { listLateProjects } from '../dashboard/list-dashboard-projects.ts'
import { listLateParts } from '../forecasts/list-late-parts.ts'
import { listRemedies } from '../forecasts/list-remedies.ts'
import { listOperations } from '../operations/read-operations.ts'
import { getProject } from '../projects/read-projects.ts'
import { searchRecords } from '../search/search-records.ts'
import { findProject } from './find-named.ts'
import { remedyIdOf } from './planner-changes.ts'
import {
  type AssistantCaller,
  asOfMinute,
  counted,
  dayOf,
  plainCode,
  shownOf,
  shownWords,
  sourceOf,
  type ToolAnswer,
} from './tool-answer.ts'

const shownRows = 20
const usualLate = 20
const shownOperations = 60
const shownParts = 30

/** Projects, operations and work centers that match a text. */
export const findTool = async (caller: AssistantCaller, { text }: ToolInput<'find'>): Promise<ToolAnswer> => {
  const { ctx } = caller
  const hits = await searchRecords(ctx, { q: text, ids: [] })
  const wanted = text.trim().toLowerCase()
  const centers = (await listCategories(ctx)).filter(({ name }) => name.toLowerCase().includes(wanted))
  const workCenters = centers.slice(0, shownRows).map(({ categoryId, name, kind, capacity }) => ({
    categoryId,
    name,
    kind,
    capacity,
  }))
  const projects = hits.filter(({ kind }) => kind === 'project')
  const operations = hits.filter(({ kind }) => kind === 'operation')
  const calls = ['GET /api/search', 'GET /api/categories']
  return {
    text: `Found ${counted(projects.length, 'project')}, ${counted(operations.length, 'operation')} and ${counted(workCenters.length, 'work center')}.`,
    data: { ...sourceOf(caller, calls, '/projects'), projects, operations, workCenters },
  }
}

/** A late project with its codes in words beside them. */
const lateRow = ({ origin }: AssistantCaller, row: LateProject) => ({
  ...row,
  causeInWords: row.mainCause && plainCode(row.mainCause.cause.code),
  nextStepInWords: row.remedy ? plainCode(row.remedy.code) : row.nextStep && plainCode(row.nextStep.remedy.code),
  link: `${origin}/projects/${row.projectId}`,
})

/** What is late, and why. */
export const whatsLateTool = async (
  asked: AssistantCaller,
  { most = usualLate }: ToolInput<'whats_late'>,
): Promise<ToolAnswer> => {
  const caller = await asOfMinute(asked)
  const { ctx } = caller
  const { total, late, pastDue, projects } = await readTenant(ctx, (tx) => listLateProjects(ctx, tx, most))
  const { shown } = shownOf(projects, most, total)
  const calls = ['GET /api/projects', 'GET /api/dashboard']
  return {
    text: `${counted(late, 'project')} late, ${counted(pastDue, 'project')} past due.${shownWords({ shown, total })}`,
    data: {
      ...sourceOf(caller, calls, '/'),
      late,
      pastDue,
      total,
      shown,
      projects: projects.map((row) => lateRow(caller, row)),
    },
  }
}

const latenessWords = (days: number | null): string => {
  if (days === null) return 'It has no forecast or no ship date'
  if (days > 0) return `It is forecast ${counted(days, 'day')} late`
  return days === 0 ? 'It is forecast to ship on time' : `It is forecast ${counted(-days, 'day')} early`
}

/** When a project ships, with its operations. */
export const projectTool = async (asked: AssistantCaller, input: ToolInput<'project'>): Promise<ToolAnswer> => {
  const { projectId } = await findProject(asked.ctx, input.project)
  const caller = await asOfMinute(asked)
  const { ctx } = caller
  const project = await getProject(ctx, { projectId })
  const { rows, shown, total } = shownOf(await listOperations(ctx, { projectId }), shownOperations)
  const done = dayOf(ctx, project.forecastCompletionDate)
  const ship = dayOf(ctx, project.plannedShipDate)
  const likely = project.odds && dayOf(ctx, project.odds.p80)
  const sentences = [
    ship === null ? 'It has no ship date.' : `Ship date ${ship}.`,
    done === null ? '' : `Forecast to be done ${done}.`,
    `${latenessWords(project.latenessDays)}.`,
    likely === null ? '' : `80 % likely to be done by ${likely}.`,
  ]
  return {
    text: `${sentences.filter(Boolean).join(' ')}${shownWords({ shown, total })}`,
    data: {
      ...sourceOf(
        caller,
        [`GET /api/projects/${projectId}`, `GET /api/projects/${projectId}/operations`],
        `/projects/${projectId}`,
      ),
      project,
      shown,
      total,
      operations: rows.map((row) => ({
        operationId: row.operationId,
        name: row.name,
        status: row.status,
        progressPercentage: row.progressPercentage,
        durationHours: row.durationHours,
        categoryId: row.categoryId,
        poolId: row.poolId,
        onHold: row.onHold,
        pinned: row.pinned,
        scheduledStartDate: row.scheduledStartDate,
        scheduledEndDate: row.scheduledEndDate,
        actualStartDate: row.actualStartDate,
        actualEndDate: row.actualEndDate,
        outlook: row.outlook,
      })),
    },
  }
}

/** Why a project is late, in parts that add up. */
export const whyLateTool = async (asked: AssistantCaller, input: ToolInput<'why_late'>): Promise<ToolAnswer> => {
  const { projectId } = await findProject(asked.ctx, input.project)
  const caller = await asOfMinute(asked)
  const lateness = await listLateParts(caller.ctx, { projectId })
  const { rows, shown, total } = shownOf(lateness.parts, shownParts)
  const [main] = rows
  const why = main ? ` Main cause: ${plainCode(main.cause.code)}. ${counted(total, 'part')} add up to it.` : ''
  return {
    text: `${latenessWords(lateness.latenessDays)}.${why}${shownWords({ shown, total })}`,
    data: {
      ...sourceOf(caller, [`GET /api/projects/${projectId}/late-parts`], `/projects/${projectId}`),
      projectId,
      latenessDays: lateness.latenessDays,
      lateMs: lateness.lateMs,
      lateHours: lateness.lateMs / hourMs,
      shown,
      total,
      parts: rows.map((part) => ({
        ...part,
        causeInWords: plainCode(part.cause.code),
        lateHours: part.lateMs / hourMs,
      })),
    },
  }
}

/** What would help a late project. */
export const whatWouldHelpTool = async (
  caller: AssistantCaller,
  input: ToolInput<'what_would_help'>,
): Promise<ToolAnswer> => {
  const { projectId } = await findProject(caller.ctx, input.project)
  const remedies = await listRemedies(caller.ctx, { projectId })
  const [best] = remedies
  const text = best
    ? `${counted(remedies.length, 'remedy').replace('remedys', 'remedies')}. The best: ${plainCode(best.code)}, then ${
        best.latenessDays > 0 ? `${counted(best.latenessDays, 'day')} late` : 'on time'
      }.`
    : 'It is not late, or nothing that was tried helps.'
  return {
    text,
    data: {
      ...sourceOf(caller, [`GET /api/projects/${projectId}/remedies`], `/projects/${projectId}`),
      projectId,
      remedies: remedies.map(({ changes: _, ...remedy }) => ({
        ...remedy,
        remedyId: remedyIdOf(remedy),
        inWords: plainCode(remedy.code),
      })),
    },
  }
}
