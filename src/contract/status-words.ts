import { isRecord } from './other-names.ts'

/** Status values that have a color. */
const statusValues = [
  'completed',
  'in-progress',
  'delayed',
  'cancelled',
  'pending',
  'success',
  'warning',
  'error',
  'info',
] as const
export type StatusValue = (typeof statusValues)[number]

/** Synonyms of these, and words for work on hold, which none of the nine expresses. */
const otherWords: Readonly<Record<string, StatusValue | 'on-hold'>> = {
  new: 'pending',
  'not-started': 'pending',
  planned: 'pending',
  active: 'in-progress',
  started: 'in-progress',
  running: 'in-progress',
  complete: 'completed',
  done: 'completed',
  shipped: 'completed',
  late: 'delayed',
  overdue: 'delayed',
  'at-risk': 'warning',
  blocked: 'warning',
  canceled: 'cancelled',
  failed: 'error',
  succeeded: 'success',
  'on-hold': 'on-hold',
  held: 'on-hold',
  paused: 'on-hold',
}

/** Normalizes 'In Progress', 'in_progress' and 'InProgress' to 'in-progress'. */
const hyphened = (word: string): string =>
  word
    .trim()
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .replace(/[\s_-]+/g, '-')
    .toLowerCase()

/** The meaning of a status word, ours or another server's; null for any other word. */
export const statusValueOf = (word: string): StatusValue | 'on-hold' | null => {
  const plain = hyphened(word)
  return statusValues.find((value) => value === plain) ?? otherWords[plain] ?? null
}

type Meaning = ReturnType<typeof statusValueOf> & string
const meaningsOfProjects: Partial<Record<Meaning, string>> = {
  completed: 'Completed',
  success: 'Completed',
  'in-progress': 'In Progress',
  delayed: 'In Progress',
  'on-hold': 'On Hold',
}

/**
 * Reads the status of a record in an answer. A word that is not one of `ours` is mapped to the closest of ours, or to
 * `usual`, and is preserved as `statusText` for display.
 */
export const readStatus =
  (ours: readonly string[], usual: string) =>
  (value: unknown): unknown => {
    if (!isRecord(value) || typeof value.status !== 'string' || ours.includes(value.status)) return value
    const { status: word, ...rest } = value
    const meant = statusValueOf(word)
    const status = ours.find((own) => hyphened(own) === hyphened(word)) ?? (meant && meaningsOfProjects[meant]) ?? usual
    const isOurs = hyphened(status) === hyphened(word)
    const isCancelled = meant === 'cancelled' && rest.currentPhase === undefined && ours.includes('New')
    return { ...rest, status, ...(!isOurs && { statusText: word }), ...(isCancelled && { currentPhase: 'cancelled' }) }
  }
