import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

type Fields = Readonly<Record<string, unknown>>

/** A change of a few fields that conflicts with a save by another user. The three records contain the compared fields by name. */
interface ConflictQuestion {
  /** The write that waits for the answer. */
  readonly write: object
  /** The changed record: 'Project #1042'. */
  readonly subject: string
  /** Who has saved the record since; '' if unknown. */
  readonly changedBy: string
  readonly base: Fields
  readonly yours: Fields
  readonly theirs: Fields
}

export interface AskedConflict extends ConflictQuestion {
  readonly id: string
  /** Receives the fields that the reader chose; null to keep the other user's values. */
  readonly answer: (merged: Fields | null) => void
}

/** Open questions; the first one is on screen (ConflictQuestionHost). */
const conflicts = externalValue<readonly AskedConflict[]>([])

export const useConflicts = (): readonly AskedConflict[] => useExternalValue(conflicts)

/** Resolves to the fields that the reader chose, or to null to keep the other user's values. */
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

/** Drops open questions after a sign-out; the other users' values stay. */
export const dropConflictQuestions = (): void => {
  for (const { answer } of conflicts.get()) answer(null)
}
