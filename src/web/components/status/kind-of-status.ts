import { statusValueOf } from '#contract/status-words.ts'
import { type StatusKind, statusKinds } from '#web/ui/status-kinds.ts'

/** The look of a status in any server's words: 'In Progress', 'Succeeded', 'delayed'. Unknown words look not started. */
export const kindOfStatus = (word: string): StatusKind => statusKinds[statusValueOf(word) ?? 'pending']
