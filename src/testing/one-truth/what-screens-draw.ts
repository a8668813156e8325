import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import type { ProjectState } from '#contract/vocabulary.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import type { TenantContext } from '#server/context.ts'
import { listOperations } from '#server/services/operations/read-operations.ts'
import { listProjects } from '#server/services/projects/read-projects.ts'
import { operationLook } from '#web/components/operation-marks/operation-state.ts'
import { lateWords } from '#web/components/operation-table/late-words.ts'
import { latenessWords, pastDueWords } from '#web/components/project-marks/lateness-mark.tsx'
import { badgeOf } from '#web/features/kanban/cards/card-deadline.tsx'
import { columnTotals } from '#web/features/kanban/model/column-totals.ts'
import { isLate } from '#web/features/kanban/model/kanban-card.ts'
import { operationCardOf, operationCards } from '#web/features/kanban/model/operation-cards.ts'
import { projectCard } from '#web/features/kanban/model/project-cards.ts'
import { operationsNotPlaced } from '#web/features/project-details/why/not-placed.tsx'
import { whyTitle } from '#web/features/project-details/why/why-panel.tsx'
import { countViews, viewTests } from '#web/features/projects/project-views.ts'
import { summarizeProjects } from '#web/features/projects/summarize-projects.ts'
import { projectLateness } from '#web/features/schedule/model/project-lateness.ts'
import { isUnplaced } from '#web/features/schedule/model/row-filter.ts'
import { buildModel, operationStateAt, projectEnd, toneOf } from '#web/features/schedule/model/schedule-model.ts'
import { everyOperationRow } from '../every-operation-row.ts'
import { wholeSchedule } from '../whole-schedule.ts'
import type { Said, Screen } from './disagreements.ts'
import { whole } from './what-answers-say.ts'

const iso = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())
const hasLateness = (state: ProjectState): boolean => state === 'late' || state === 'atRisk' || state === 'onTime'
const isPast = (state: ProjectState): boolean => state === 'complete' || state === 'onHold' || state === 'cancelled'

/** Facts that the Gantt chart and the timeline derive from the compact schedule. */
const ganttSays = (schedule: CompactSchedule): Screen => {
  const model = buildModel(schedule)
  const records = new Map<string, Said>()
  for (const [index, id] of schedule.projects.ids.entries()) {
    const { state, text, pastDue } = projectLateness(model, index)
    records.set(`project ${id}`, {
      state,
      latenessDays: schedule.projects.latenessDays[index],
      pastDueDays: schedule.projects.pastDueDays[index],
      plannedEnd: isPast(state) ? undefined : iso(projectEnd(model, index)),
      words: text,
      pastDueWords: pastDue,
      isOpen: (schedule.projects.flags[index] ?? 0) === 0,
    })
  }
  for (const [row, id] of schedule.operations.ids.entries()) {
    const tone = toneOf(model, row)
    records.set(`operation ${id}`, {
      state: operationStateAt(model, row),
      behindPlan: hasFlag(model, row, 'behindPlan'),
      completed: hasFlag(model, row, 'completed'),
      notPlaced: isUnplaced(model, row),
      isRed: tone === 'hold' ? undefined : tone === 'late',
    })
  }
  const late = [...records.values()].filter(({ state }) => state === 'late').length
  records.set(whole, { notPlaced: model.unplacedOperations, late })
  return { name: 'the Gantt chart', records }
}

/** Facts that the board of operations derives from the compact schedule, and the board of one project from its operations. */
const operationKanbanSays = (
  schedule: CompactSchedule,
  projects: readonly Project[],
  operations: readonly Operation[],
  zone: string,
): Screen[] => {
  const byId = new Map(projects.map((project) => [project.projectId, project]))
  const cardSays = (card: Parameters<typeof isLate>[0]): Said => {
    const badge = badgeOf(card, zone, schedule.now)
    if (card.type === 'project') return {}
    const { state, onHold } = card
    return {
      state,
      isRed: onHold ? undefined : isLate(card),
      isOverdue: badge?.passed === true,
    }
  }
  const cards = operationCards(schedule, byId, new Map(), new Map())
  const single = operations.flatMap((operation) => {
    const project = byId.get(operation.projectId)
    return project ? [operationCardOf(project, operation)] : []
  })
  const says = (name: string, list: typeof cards): Screen => ({
    name,
    records: new Map<string, Said>([
      ...list.map((card) => [`operation ${card.operationId}`, cardSays(card)] as const),
      [whole, { redOperations: columnTotals(list).late }],
    ]),
  })
  return [says('the board of operations', cards), says("the board of a project's operations", single)]
}

/** Facts that the project screens derive from the project list. */
const projectScreensSay = (
  projects: readonly Project[],
  operations: ReadonlyMap<string, readonly Operation[]>,
  zone: string,
  nowMs: number,
): Screen[] => {
  const counts = countViews(projects, zone, nowMs)
  const { shipsSoon } = viewTests(zone, nowMs)
  const shipsSoonReady = projects.filter((project) => shipsSoon(project) && project.state === 'complete').length
  const sums = summarizeProjects(projects)
  const cards = projects.map((project) => projectCard(project, null))
  const records = (said: (project: Project) => Said): [string, Said][] =>
    projects.map((project) => [`project ${project.projectId}`, said(project)])
  return [
    {
      name: 'the views of the project list',
      records: new Map<string, Said>([
        ...records((project) => ({ words: latenessWords(project), pastDueWords: pastDueWords(project) })),
        [whole, { late: counts.late, pastDue: counts.pastDue, shipsSoon: counts.shipsSoon, shipsSoonReady }],
      ]),
    },
    {
      name: 'the foot of the project list',
      records: new Map([[whole, { late: sums.states.late, pastDue: sums.pastDue }]]),
    },
    {
      name: 'the board of projects',
      records: new Map<string, Said>([
        ...cards.map((card): [string, Said] => {
          const badge = badgeOf(card, zone, nowMs)
          const { projectId, state, status, currentPhase } = card.project
          const hasBadge = status !== 'Completed' && currentPhase !== 'cancelled'
          return [
            `project ${projectId}`,
            {
              isLate: isLate(card),
              state,
              pastDueWords: hasBadge ? (badge?.passed ? badge.words : null) : undefined,
            },
          ]
        }),
        [whole, { late: columnTotals(cards).late }],
      ]),
    },
    {
      name: 'the project page',
      records: new Map(
        records((project) => {
          const unplaced = operationsNotPlaced(project, operations.get(project.projectId) ?? [])
          const days = /^Why (\d+) d late$/.exec(whyTitle(project))?.[1]
          const isLateThere = days !== undefined
          return {
            isLate: isLateThere,
            notPlaced: unplaced.length,
            latenessDays: isLateThere ? Number(days) : undefined,
            state: hasLateness(project.state) ? undefined : project.state,
          }
        }),
      ),
    },
  ]
}

/** The words next to an operation on its project's page and in the operation lists. */
const operationWordsSay = async (ctx: TenantContext, operations: readonly Operation[]): Promise<Screen[]> => {
  const rows = await everyOperationRow(ctx, { tab: 'all' })
  return [
    {
      name: "the marks of a project's operations",
      records: new Map(
        operations.map((operation) => {
          const { kind } = operationLook(operation)
          const said = { completed: kind === 'done', isRed: kind === 'late' || kind === 'projectedLate' }
          return [`operation ${operation.operationId}`, operation.onHold ? { completed: said.completed } : said]
        }),
      ),
    },
    {
      name: 'the words of the operation lists',
      records: new Map(
        rows.map((row) => {
          const words = lateWords(row)
          return [`operation ${row.operationId}`, { isOverdue: /overdue$|^Due today$/.test(words ?? '') }]
        }),
      ),
    },
  ]
}

/** Facts that the pure functions of each screen derive from the server's answers. */
export const drawnScreens = async (ctx: TenantContext): Promise<Screen[]> => {
  const schedule = await wholeSchedule(ctx)
  const projects = await listProjects(ctx)
  const operations: Operation[] = []
  for (const { projectId } of projects) operations.push(...(await listOperations(ctx, { projectId })))
  return [
    ganttSays(schedule),
    ...operationKanbanSays(schedule, projects, operations, ctx.timeZone),
    ...projectScreensSay(
      projects,
      Map.groupBy(operations, ({ projectId }) => projectId),
      ctx.timeZone,
      schedule.now,
    ),
    ...(await operationWordsSay(ctx, operations)),
  ]
}
