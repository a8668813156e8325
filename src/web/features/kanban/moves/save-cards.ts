import type { QueryClient } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import { type HistorySource, phaseTitles } from '#contract/vocabulary.ts'
import type { OperationProgress } from '#domain/kanban/change-operation.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { operationWrites, writeOperationMutation } from '#web/api/operations/operation-writes.ts'
import { patchProjectMutation, projectWrites } from '#web/api/projects/projects.mutations.ts'
import { isWriting, sendWrite } from '#web/api/record-writes.ts'
import { pick } from '#web/api/save-over.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OperationCard } from '../model/kanban-card.ts'

interface Told {
  /** Shown if the server gives no reason of its own. */
  readonly sentence?: string
  /** Announced because the card went back; null while a later move of the card is still being saved. */
  readonly back: string | null
}

/** Reports why a move was not saved: refused by a rule, changed by another user, or failed. */
const reportFailure = (error: unknown, subject: string, { sentence, back }: Told): void => {
  const code = isApiError(error) ? error.code : null
  if (isApiError(error) && error.status === 401) return
  if (code === 'stale' || code === 'not_found') {
    toast.info(`Someone else changed ${subject} in the meantime. The board now shows the current state.`)
    return
  }
  const wasNotSent = code === 'validation' || code === 'tenant_switched'
  if (code === 'invalid_move' || code === 'rule' || (wasNotSent && isApiError(error) && !error.fromServer)) {
    toast.error(errorSentence(error))
  } else {
    console.error('Failed to update project phase in database')
    toast.error(sentence ?? errorSentence(error))
  }
  if (back !== null) announce(back)
}

export interface ProjectChange {
  readonly project: ListedProject
  readonly fields: ProjectInput
  readonly source: HistorySource
  /** Announced if the change is not saved and the card goes back. */
  readonly back: string
}

const savedSentence = ({ currentPhase, status, progressPercentage }: ProjectInput): string => {
  if (progressPercentage !== undefined) return 'Progress updated'
  if (currentPhase === 'shipped') return 'Project shipped successfully!'
  if (currentPhase === 'complete' || status === 'Completed') return 'Project completed successfully!'
  return `Project moved to ${currentPhase ? phaseTitles[currentPhase] : status}`
}

/** Phase and status depend on each other, so a change of one counts as a change of both. */
const decisive = ({ currentPhase, status }: ProjectInput): string[] =>
  currentPhase === undefined && status === undefined ? [] : ['currentPhase', 'status']

/** Saves a change of a project, which the board shows at once, and reports the result. Resolves to true if it was saved. */
export const saveProject = async (client: QueryClient, change: ProjectChange): Promise<boolean> => {
  const { project, fields, source, back } = change
  const { projectId, version } = project
  const subject = `#${project.projectNumber} ${project.projectName}`.trim()
  const seen = pick(project, [...Object.keys(fields), ...decisive(fields)])
  try {
    const write = { projectId, fields, source, seen, version, subject }
    const [saved] = await sendWrite(client, patchProjectMutation(client), write)
    if (saved) toast.success(savedSentence(fields), undoAction(saved))
    return saved !== undefined
  } catch (error) {
    const stillMoving = isWriting(client, projectWrites, (other) => other.projectId === projectId)
    reportFailure(error, subject, { sentence: 'Failed to update project', back: stillMoving ? null : back })
    return false
  }
}

const percentOf = (fraction: number) => Math.round(fraction * 10_000) / 100

export interface OperationChange {
  readonly card: OperationCard
  readonly next: OperationProgress
  /** Shown after saving: 'Cut casing moved to Completed'. */
  readonly done: string
  /** Announced if the change is not saved and the card goes back. */
  readonly back: string
  readonly source: HistorySource
  /** True for the progress dialog, which changes only the progress. */
  readonly progressOnly?: boolean
}

const saveOperation = async (client: QueryClient, change: OperationChange): Promise<Operation | undefined> => {
  const { card, next, back, source, progressOnly } = change
  const { projectId, operationId, version, title: subject } = card
  const progressPercentage = percentOf(next.progress)
  const fields = progressOnly ? { progressPercentage } : { progressPercentage, onHold: next.onHold }
  const seen = { progressPercentage: percentOf(card.progress), onHold: card.onHold }
  try {
    const before = { ...seen, begun: card.progress > 0 || card.begun }
    const write = { kind: 'fields', projectId, operationId, fields, before, source, seen, version, subject } as const
    const [saved] = await sendWrite(client, writeOperationMutation(client), write)
    return saved
  } catch (error) {
    const stillMoving = isWriting(
      client,
      operationWrites,
      (other) => other.kind === 'fields' && other.operationId === operationId,
    )
    reportFailure(error, subject, { back: stillMoving ? null : back })
    return undefined
  }
}

/** Saves changes of operations one by one and reports them in one sentence. Resolves to true if all were saved. */
export const saveOperations = async (client: QueryClient, changes: readonly OperationChange[]): Promise<boolean> => {
  const answers = await Promise.all(changes.map((change) => saveOperation(client, change)))
  const saved = answers.filter((answer) => answer !== undefined)
  const [first] = saved
  if (saved.length > 1)
    toast.success(`Progress of ${formatCount(saved.length, 'operation')} updated`, undoAction(...saved))
  else if (first) toast.success(changes[answers.indexOf(first)]?.done ?? '', undoAction(first))
  return saved.length === changes.length
}

/** Saves the order of a project's operations after one was moved. `before` and `after` contain all of them. */
export const saveOrder = async (
  client: QueryClient,
  moved: OperationCard,
  before: readonly OperationCard[],
  after: readonly OperationCard[],
): Promise<void> => {
  const { projectId, operationId, projectTitle, title } = moved
  const idsOf = (cards: readonly OperationCard[]) => cards.map((card) => card.operationId)
  try {
    const orders = { moved: operationId, seen: idsOf(before), wanted: idsOf(after) }
    const answer = await sendWrite(client, writeOperationMutation(client), {
      kind: 'order',
      projectId,
      ...orders,
      source: 'drag',
    })
    toast.success(`${title} reordered`, undoAction(answer))
  } catch (error) {
    reportFailure(error, `the order of ${projectTitle}`, { back: `${title} went back to its place` })
  }
}
