import type { QueryClient } from '@tanstack/react-query'
import type { ListedProject, Project, ProjectInput } from '#contract/projects.ts'
import { type HistoryDoor, phaseTitles } from '#contract/vocabulary.ts'
import { boardCalls } from '#web/api/board.calls.ts'
import { pick, saveOver, stillWanted } from '#web/components/record-conflict/save-over.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { askConflict } from '#web/stores/conflict-questions.ts'
import { toast } from '#web/ui/toast.tsx'
import { createMoveStore, createOverlay, createQueues, isMoving } from './move-store.ts'
import { type MoveFields, predictMove } from './predict-move.ts'
import { tellFailure, updateFailed } from './tell-failure.ts'

interface ProjectMove<Fields = MoveFields> {
  readonly project: ListedProject
  readonly fields: Fields
  readonly door: HistoryDoor
  /** Read out when it is not saved and the card goes back. */
  readonly back: string
}
type Sending = ProjectMove<ProjectInput> & { readonly moveId: number }

const nameOf = ({ projectNumber, projectName }: ListedProject) => `#${projectNumber} ${projectName}`.trim()

/** As it was saved by somebody else. */
type Theirs = ListedProject & Pick<Project, 'modifiedBy'>

/** What decides a move: phase and status follow each other, so either counts for both. */
const seenOf = (project: ListedProject, fields: ProjectInput): Partial<ListedProject> => {
  const moves = fields.currentPhase !== undefined || fields.status !== undefined
  const keys = [...Object.keys(fields), ...(moves ? ['currentPhase', 'status'] : [])] as (keyof ListedProject)[]
  return pick(project, keys)
}

const savedSentence = ({ currentPhase, status }: ProjectInput): string => {
  if (currentPhase === 'shipped') return 'Project shipped successfully!'
  if (currentPhase === 'complete' || status === 'Completed') return 'Project completed successfully!'
  return `Project moved to ${currentPhase ? phaseTitles[currentPhase] : status}`
}

/**
 * Moves of projects: each is on screen at once and taken back exactly when its save fails. Those of one project are sent one
 * after another, each against the version its reader saw; what someone else has saved since is never overwritten (saveOver).
 */
export const createProjectMoves = (client: QueryClient) => {
  const calls = boardCalls(client)
  const store = createMoveStore<ListedProject>()
  const overlay = createOverlay<ListedProject>(({ projectId }) => projectId)
  const queue = createQueues()
  /** Versions this board itself has written: later moves of the same project build on them. */
  const written = new Map<string, number>()
  let lastMoveId = 0

  const begin = (project: ListedProject, change: Partial<ListedProject>, state: 'confirming' | 'saving'): number => {
    lastMoveId += 1
    store.dispatch({ type: 'began', move: { moveId: lastMoveId, itemId: project.projectId, change, state } })
    return lastMoveId
  }

  /** Resolves to the saved record, or null when theirs stays or after telling why not. */
  const settle = async ({ moveId: began, project, fields, door, back }: Sending): Promise<ListedProject | null> => {
    const { projectId } = project
    let moveId = began
    try {
      const record = await saveOver<ProjectInput, Theirs, ListedProject>({
        change: fields,
        seen: seenOf(project, fields),
        version: Math.max(project.version, written.get(projectId) ?? 0),
        save: (change, version) => calls.moveProject({ projectId, fields: change, version, door }),
        readAgain: () => calls.readProject(projectId),
        ask: async (theirs, change, base) => {
          // While the reader decides, the board shows what holds.
          store.dispatch({ type: 'withdrawn', moveId })
          const versions = { base, yours: { ...base, ...change }, theirs }
          const answer = await askConflict({ ...versions, subject: nameOf(project), changedBy: theirs.modifiedBy })
          const wanted = stillWanted<ProjectInput>(answer && pick(answer, Object.keys(change)), theirs)
          if (wanted) moveId = begin(theirs, predictMove(theirs, wanted as MoveFields), 'saving')
          return wanted
        },
      })
      if (!record) {
        // Theirs stands, asked or not.
        store.dispatch({ type: 'withdrawn', moveId })
        return null
      }
      written.set(projectId, record.version)
      store.dispatch({ type: 'saved', moveId, record })
      return record
    } catch (error) {
      store.dispatch({ type: 'withdrawn', moveId })
      tellFailure(error, nameOf(project), { sentence: updateFailed, back: isMoving(store, projectId) ? null : back })
      return null
    }
  }

  const send = (sending: Sending) => queue(sending.project.projectId, () => settle(sending))

  const offerUndo = (sentence: string, after: ListedProject | null) => {
    if (after) toast.success(sentence, undoAction(after))
    return after !== null
  }

  return {
    store,
    overlay,
    /** Moves at once. Resolves to whether it was saved. */
    move: async (move: ProjectMove): Promise<boolean> => {
      const { project, fields } = move
      const moveId = begin(project, predictMove(project, fields), 'saving')
      return offerUndo(savedSentence(fields), await send({ moveId, ...move }))
    },
    /** Shows the move while its dialog asks; `confirm` sends it, `withdraw` forgets it. */
    ask: (project: ListedProject, fields: MoveFields): number =>
      begin(project, predictMove(project, fields), 'confirming'),
    confirm: async (moveId: number, move: ProjectMove): Promise<boolean> => {
      const { project, fields } = move
      store.dispatch({ type: 'confirmed', moveId, change: predictMove(project, fields) })
      return offerUndo(savedSentence(fields), await send({ moveId, ...move }))
    },
    withdraw: (moveId: number) => store.dispatch({ type: 'withdrawn', moveId }),
    /** Typed progress of a project without operations, 0 to 100. */
    setProgress: async (project: ListedProject, progressPercentage: number, back: string): Promise<boolean> => {
      const moveId = begin(project, { progressPercentage }, 'saving')
      const after = await send({ moveId, project, fields: { progressPercentage }, door: 'screen', back })
      return offerUndo('Progress updated', after)
    },
  }
}

export type ProjectMoves = ReturnType<typeof createProjectMoves>
