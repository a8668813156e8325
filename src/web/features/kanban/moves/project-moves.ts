import type { QueryClient } from '@tanstack/react-query'
import type { Project, ProjectInput } from '#contract/projects.ts'
import { type HistoryDoor, phaseTitles } from '#contract/vocabulary.ts'
import { boardCalls } from '#web/api/board.calls.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import { createMoveStore, createOverlay, createQueues } from './move-store.ts'
import { type MoveFields, predictMove } from './predict-move.ts'
import { tellFailure, updateFailed } from './tell-failure.ts'

interface Sending {
  readonly moveId: number
  readonly project: Project
  readonly fields: ProjectInput
  readonly door: HistoryDoor
}

const nameOf = ({ projectNumber, projectName }: Project) => `#${projectNumber} ${projectName}`.trim()

const savedSentence = ({ currentPhase, status }: ProjectInput): string => {
  if (currentPhase === 'shipped') return 'Project shipped successfully!'
  if (currentPhase === 'complete' || status === 'Completed') return 'Project completed successfully!'
  return `Project moved to ${currentPhase ? phaseTitles[currentPhase] : status}`
}

/**
 * Moves of projects: each is on screen at once and taken back exactly when its save fails. Those of one project are sent one
 * after another, each against the version its reader saw; what someone else has saved since is never overwritten.
 */
export const createProjectMoves = (client: QueryClient) => {
  const calls = boardCalls(client)
  const store = createMoveStore<Project>()
  const overlay = createOverlay<Project>(({ projectId }) => projectId)
  const queue = createQueues()
  /** Versions this board itself has written: later moves of the same project build on them. */
  const written = new Map<string, number>()
  let lastMoveId = 0

  const begin = (project: Project, change: Partial<Project>, state: 'confirming' | 'saving'): number => {
    lastMoveId += 1
    store.dispatch({ type: 'began', move: { moveId: lastMoveId, itemId: project.projectId, change, state } })
    return lastMoveId
  }

  /** Resolves to the saved record, or null after telling why not. */
  const settle = async (moveId: number, project: Project, save: () => Promise<Project>): Promise<Project | null> => {
    try {
      const record = await save()
      written.set(project.projectId, record.version)
      store.dispatch({ type: 'saved', moveId, record })
      return record
    } catch (error) {
      store.dispatch({ type: 'withdrawn', moveId })
      tellFailure(error, nameOf(project), updateFailed)
      return null
    }
  }

  const send = ({ moveId, project, fields, door }: Sending) =>
    queue(project.projectId, () => {
      const { projectId } = project
      const version = Math.max(project.version, written.get(projectId) ?? 0)
      return settle(moveId, project, () => calls.moveProject({ projectId, fields, version, door }))
    })

  const offerUndo = (sentence: string, after: Project | null) => {
    if (after) toast.success(sentence, undoAction(after))
    return after !== null
  }

  return {
    store,
    overlay,
    /** Moves at once. Resolves to whether it was saved. */
    move: async (project: Project, fields: MoveFields, door: HistoryDoor): Promise<boolean> => {
      const moveId = begin(project, predictMove(project, fields), 'saving')
      return offerUndo(savedSentence(fields), await send({ moveId, project, fields, door }))
    },
    /** Shows the move while its dialog asks; `confirm` sends it, `withdraw` forgets it. */
    ask: (project: Project, fields: MoveFields): number => begin(project, predictMove(project, fields), 'confirming'),
    confirm: async (moveId: number, project: Project, fields: MoveFields, door: HistoryDoor): Promise<boolean> => {
      store.dispatch({ type: 'confirmed', moveId, change: predictMove(project, fields) })
      return offerUndo(savedSentence(fields), await send({ moveId, project, fields, door }))
    },
    withdraw: (moveId: number) => store.dispatch({ type: 'withdrawn', moveId }),
    /** Typed progress of a project without operations, 0 to 100. */
    setProgress: async (project: Project, progressPercentage: number): Promise<boolean> => {
      const moveId = begin(project, { progressPercentage }, 'saving')
      const after = await send({ moveId, project, fields: { progressPercentage }, door: 'screen' })
      return offerUndo('Progress updated', after)
    },
  }
}

export type ProjectMoves = ReturnType<typeof createProjectMoves>
