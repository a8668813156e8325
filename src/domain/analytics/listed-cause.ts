import { type LateCause, lateCauses } from '#contract/analytics.ts'

/** The code of a cause, and the work center or pool that it names. */
interface NamedCause {
  readonly code: string
  readonly categoryId?: string | null
}

/** The causes that are a wait for a work center, for people or for tools, now or before the work began. */
const queues: ReadonlySet<string> = new Set(['workCentreBusy', 'wasTaken'])

/** The work center or pool in whose queue the time was spent; null = the cause is no queue. */
export const queueOf = ({ code, categoryId }: NamedCause): string | null =>
  queues.has(code) ? (categoryId ?? null) : null

/** The cause under which days that no queue explains are listed. What was planned late before it began counts with what still is. */
export const listedCause = ({ code }: NamedCause): LateCause =>
  code === 'wasPlanned' ? 'planned' : (lateCauses.find((known) => known === code) ?? 'noSlack')
