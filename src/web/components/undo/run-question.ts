import type { RunUndoQuestion } from '#contract/changes.ts'
import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** The run that one key press would undo, pending confirmation. */
const runQuestion = externalValue<RunUndoQuestion | null>(null)

export const useRunQuestion = (): RunUndoQuestion | null => useExternalValue(runQuestion)

export const askAboutRun = (question: RunUndoQuestion): void => runQuestion.set(question)
export const endRunQuestion = (): void => runQuestion.set(null)
