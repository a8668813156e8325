import { operationStates } from '#contract/operation-outlook.ts'
import type { Operation } from '#contract/operations.ts'
import type { ListedProject } from '#contract/projects.ts'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { phaseColumnOf } from '#domain/kanban/card-columns.ts'
import { keysOf } from '#domain/record-of.ts'
import type { OperationCard, Waiting } from './kanban-card.ts'

const instant = (atMs: number | undefined): number | null => atMs || null

const same = (a: OperationCard, b: OperationCard): boolean => keysOf(b).every((key) => a[key] === b[key])

/** Every operation of the plan as a card in the phase of its project. Unchanged cards stay the same objects. */
export function operationCards(
  plan: CompactSchedule,
  projects: ReadonlyMap<string, ListedProject>,
  waiting: ReadonlyMap<string, Waiting>,
  before: ReadonlyMap<string, OperationCard>,
): OperationCard[] {
  const { operations, categories } = plan
  const cards: OperationCard[] = []
  for (const [index, projectId] of plan.projects.ids.entries()) {
    const project = projects.get(projectId)
    const shared = {
      projectId,
      number: project?.projectNumber ?? plan.projects.numbers[index] ?? '',
      projectTitle: (project?.projectName ?? plan.projects.names[index]) || 'Unnamed Project',
      priority: project?.priority ?? plan.projects.priorities[index] ?? 0,
      phase: phaseColumnOf(project?.currentPhase),
      shipMs: instant(plan.projects.dueMs[index]),
      waiting: waiting.get(projectId) ?? null,
    }
    const end = plan.projects.firstOperation[index + 1] ?? 0
    for (let row = plan.projects.firstOperation[index] ?? 0; row < end; row++) {
      const operationId = operations.ids[row] ?? ''
      const card: OperationCard = {
        ...shared,
        type: 'operation',
        id: `${projectId}_${operationId}`,
        operationId,
        title: operations.names[row] || 'Unnamed Operation',
        progress: (operations.progressPercentage[row] ?? 0) / 100,
        onHold: ((operations.flags[row] ?? 0) & operationFlag.onHold) !== 0,
        begun: ((operations.flags[row] ?? 0) & operationFlag.started) !== 0,
        sequence: operations.sequences[row] ?? 0,
        categoryId: categories[operations.category[row] ?? -1]?.categoryId ?? null,
        startMs: instant(operations.startMs[row]),
        endMs: instant(operations.endMs[row]),
        durationHours: operations.durationHours[row] ?? 0,
        materialReadyMs: instant(operations.materialReadyMs[row]),
        state: operationStates[operations.states[row] ?? -1] ?? 'unscheduled',
        version: operations.versions[row] ?? 0,
      }
      const old = before.get(card.id)
      cards.push(old && same(old, card) ? old : card)
    }
  }
  return cards
}

const parsed = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** The card of one operation, for a board that shows only its project. */
export const operationCardOf = (project: ListedProject, operation: Operation): OperationCard => ({
  type: 'operation',
  id: `${project.projectId}_${operation.operationId}`,
  projectId: project.projectId,
  operationId: operation.operationId,
  title: operation.name || 'Unnamed Operation',
  number: project.projectNumber,
  projectTitle: project.projectName || 'Unnamed Project',
  priority: project.priority,
  phase: phaseColumnOf(project.currentPhase),
  shipMs: parsed(project.plannedShipDate),
  progress: operation.progressPercentage / 100,
  onHold: operation.onHold,
  begun: operation.actualStartDate !== null,
  sequence: operation.sequence,
  categoryId: operation.categoryId,
  startMs: parsed(operation.startDate),
  endMs: parsed(operation.endDate),
  durationHours: operation.durationHours,
  materialReadyMs: operation.actualStartDate === null ? parsed(operation.materialReadyDate) : null,
  state: operation.outlook?.state ?? 'unscheduled',
  version: operation.version,
  waiting: null,
})
