import { limitNames } from '#domain/access/access-words.ts'
import type { Actor } from '#domain/access/rights.ts'
import { useCenterNames } from '#web/components/work-centers/use-center-names.ts'

/** The names of the work centers to which a planner is limited; nothing for others. */
export function LimitLine({ actor }: { actor: Actor }) {
  const names = limitNames(actor, useCenterNames())
  return names ? (
    <p className="truncate text-ink-3 text-label" title={names}>
      {names}
    </p>
  ) : null
}
