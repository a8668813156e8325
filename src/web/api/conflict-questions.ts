import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

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

/** Open questions, of which the first one is on screen (ConflictQuestionHost). */
const conflicts = externalValue<readonly AskedConflict[]>([])

export const useConflicts = (): readonly AskedConflict[] => useExternalValue(conflicts)

/** Resolves to the fields that the reader has chosen, or to null when theirs are kept. */
export const askConflict = (question: ConflictQuestion): Promise<Fields | null> =>
  new Promise((resolve) => {
    const asked: AskedConflict = {
      ...question,
      id: crypto.randomUUID(),
      answer: (merged) => {
        conflicts.set(conflicts.get().filter((other) => other !== asked))
        resolve(merged)
      },
    }
    conflicts.set([...conflicts.get(), asked])
  })

/** Drops open questions when the user is gone: the values of the others are kept. */
export const dropConflictQuestions = (): void => {
  for (const { answer } of conflicts.get()) answer(null)
}
