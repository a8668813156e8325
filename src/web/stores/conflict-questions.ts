import { create } from 'zustand'

type Fields = Readonly<Record<string, unknown>>

/** A change of a few fields that somebody else's save has overtaken. The three hold the fields compared, by name. */
interface ConflictQuestion {
  /** The write that waits for the answer. */
  readonly write: object
  /** What was changed: 'Project #1042'. */
  readonly subject: string
  /** Who saved it meanwhile; '' when unknown. */
  readonly changedBy: string
  readonly base: Fields
  readonly yours: Fields
  readonly theirs: Fields
}

export interface AskedConflict extends ConflictQuestion {
  readonly id: string
  /** The fields as the reader wants them; null where theirs stay. */
  readonly answer: (merged: Fields | null) => void
}

/** Questions that wait for the reader, the first one on screen (ConflictQuestionHost). */
export const useConflictQuestions = create<{ asked: readonly AskedConflict[] }>(() => ({ asked: [] }))

/** Resolves to the fields as the reader wants them, or to null where theirs stay. */
export const askConflict = (question: ConflictQuestion): Promise<Fields | null> =>
  new Promise((resolve) => {
    const asked: AskedConflict = {
      ...question,
      id: crypto.randomUUID(),
      answer: (merged) => {
        useConflictQuestions.setState((state) => ({ asked: state.asked.filter((other) => other !== asked) }))
        resolve(merged)
      },
    }
    useConflictQuestions.setState((state) => ({ asked: [...state.asked, asked] }))
  })

/** Whoever was asked is gone: what is not answered stays as others left it. */
export const dropConflictQuestions = (): void => {
  for (const { answer } of useConflictQuestions.getState().asked) answer(null)
}
