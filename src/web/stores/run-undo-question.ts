import { create } from 'zustand'
import type { RunUndoQuestion } from '#contract/changes.ts'

/** The run that one key press would have undone; the question appears above every screen. */
export const useRunUndoQuestion = create<{ question: RunUndoQuestion | null }>(() => ({ question: null }))

export const askAboutRun = (question: RunUndoQuestion): void => useRunUndoQuestion.setState({ question })
export const endRunQuestion = (): void => useRunUndoQuestion.setState({ question: null })
