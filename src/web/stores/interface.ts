import { create } from 'zustand'
import type { RunUndoQuestion } from '#contract/changes.ts'

/** A message that must be confirmed. A toast would disappear before somebody looks at this tab again. */
interface Notice {
  readonly title: string
  readonly text: string
}

type Fields = Readonly<Record<string, unknown>>

/** A change of a few fields that conflicts with a save by somebody else. The three records hold the compared fields by name. */
interface ConflictQuestion {
  /** The write that waits for the answer. */
  readonly write: object
  /** The changed record: 'Project #1042'. */
  readonly subject: string
  /** Who has saved it since; '' when unknown. */
  readonly changedBy: string
  readonly base: Fields
  readonly yours: Fields
  readonly theirs: Fields
}

export interface AskedConflict extends ConflictQuestion {
  readonly id: string
  /** The fields that the reader has chosen; null when theirs are kept. */
  readonly answer: (merged: Fields | null) => void
}

/** What any screen opens above all of them, and what is being edited. */
interface Interface {
  /** The run whose dialog is open. */
  readonly runId: string | null
  /** The run that one key press would have undone. */
  readonly runQuestion: RunUndoQuestion | null
  readonly notice: Notice | null
  /** Whether the list of shortcuts is open; null until it is opened for the first time. It is loaded only then. */
  readonly shortcutsOpen: boolean | null
  /** Open questions, of which the first one is on screen (ConflictQuestionHost). */
  readonly conflicts: readonly AskedConflict[]
  /** Specification 4.3: whether something is being edited, whether it differs from what is stored, and what it is. */
  readonly isEditing: boolean
  readonly hasUnsavedChanges: boolean
  readonly entityId: string | null
  readonly entityType: string | null
}

const notEditing = { isEditing: false, hasUnsavedChanges: false, entityId: null, entityType: null }

export const useInterface = create<Interface>(() => ({
  runId: null,
  runQuestion: null,
  notice: null,
  shortcutsOpen: null,
  conflicts: [],
  ...notEditing,
}))

const change = useInterface.setState

export const openRun = (runId: string): void => change({ runId })
export const closeRun = (): void => change({ runId: null })

export const askAboutRun = (runQuestion: RunUndoQuestion): void => change({ runQuestion })
export const endRunQuestion = (): void => change({ runQuestion: null })

export const showNotice = (notice: Notice): void => change({ notice })
export const closeNotice = (): void => change({ notice: null })

export const showShortcuts = (): void => change({ shortcutsOpen: true })
export const hideShortcuts = (): void => change(({ shortcutsOpen }) => ({ shortcutsOpen: shortcutsOpen && false }))

export const startEditing = (entityType: string, entityId: string | null, hasUnsavedChanges: boolean): void =>
  change({ isEditing: true, hasUnsavedChanges, entityId, entityType })
export const stopEditing = (): void => change(notEditing)

/** Resolves to the fields that the reader has chosen, or to null when theirs are kept. */
export const askConflict = (question: ConflictQuestion): Promise<Fields | null> =>
  new Promise((resolve) => {
    const asked: AskedConflict = {
      ...question,
      id: crypto.randomUUID(),
      answer: (merged) => {
        change(({ conflicts }) => ({ conflicts: conflicts.filter((other) => other !== asked) }))
        resolve(merged)
      },
    }
    change(({ conflicts }) => ({ conflicts: [...conflicts, asked] }))
  })

/** Drops open questions when the user is gone: the values of the others are kept. */
export const dropConflictQuestions = (): void => {
  for (const { answer } of useInterface.getState().conflicts) answer(null)
}
