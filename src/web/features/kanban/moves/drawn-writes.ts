import type { Operation } from '#contract/operations.ts'
import type { ListedProject, Project } from '#contract/projects.ts'
import { operationAtPercent } from '#domain/kanban/change-operation.ts'
import { predictMove } from '#domain/kanban/predict-move.ts'
import { foreseenFields, type OperationWrite, operationsOf } from '#web/api/operations/operation-writes.ts'
import type { ProjectWrite } from '#web/api/projects/projects.mutations.ts'
import type { Drawing } from '#web/components/record-writes/show-writes.ts'
import type { OperationCard } from '../model/kanban-card.ts'

export const projectDrawing: Drawing<ListedProject, Project, ProjectWrite> = {
  idOf: ({ projectId }) => projectId,
  idsOf: ({ projectId }) => [projectId],
  foresee: (project, { fields }) => ({
    ...project,
    // Another server's own word for the previous status.
    statusText: fields.status === undefined && fields.currentPhase === undefined ? project.statusText : undefined,
    ...predictMove(project, fields),
    progressPercentage: fields.progressPercentage ?? project.progressPercentage,
  }),
  accept: (_, answer) => answer,
}

const instant = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

export const operationDrawing: Drawing<OperationCard, Operation, OperationWrite> = {
  idOf: ({ operationId }) => operationId,
  idsOf: operationsOf,
  foresee: (card, write) => {
    const { progressPercentage, onHold, sequence = card.sequence } = foreseenFields(write, card.operationId)
    const next = progressPercentage === undefined ? card : operationAtPercent(card, progressPercentage)
    return { ...card, sequence, progress: next.progress, onHold: onHold ?? next.onHold }
  },
  accept: (card, answer) => ({
    ...card,
    progress: answer.progressPercentage / 100,
    onHold: answer.onHold,
    begun: answer.actualStartDate !== null,
    sequence: answer.sequence,
    startMs: instant(answer.startDate),
    endMs: instant(answer.endDate),
    version: answer.version,
  }),
}
