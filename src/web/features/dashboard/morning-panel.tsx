import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { heldBackWords, morningWords } from '#domain/proposals/morning-words.ts'
import { morningPlanQuery } from '#web/api/schedule/proposals.queries.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Panel } from '#web/ui/panel.tsx'

/** The plan that the server proposed or applied this morning; nothing if scheduling again would have gained nothing. */
export function MorningPanel({ dates, nowMs }: { dates: DateSettings; nowMs: number }) {
  const plan = useQuery(morningPlanQuery()).data
  if (!plan || plan.outcome === 'nothing') return null
  const at = formatShortDateTime(plan.computedAt, dates, nowMs)
  if (plan.outcome === 'failed') {
    return (
      <Panel title="Morning plan" meta={<span className="text-ink-3 text-label">{at}</span>}>
        <p className="px-3 py-2">This morning’s plan could not be computed. Schedule all shows what is possible now.</p>
      </Panel>
    )
  }
  if (plan.proposalId === null) return null
  const isApplied = plan.appliedBy !== null
  return (
    <Panel
      title={isApplied ? `Morning plan, applied by ${plan.appliedBy}` : 'Morning plan'}
      meta={<span className="truncate text-ink-3 text-label">{at}</span>}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
        <div className="min-w-0 grow basis-50">
          <p className="font-semibold">{morningWords(plan)}</p>
          {plan.heldBack !== null && <p className="text-ink-3 text-label">{heldBackWords(plan.heldBack)}</p>}
        </div>
        <Link
          to="/proposals/$proposalId"
          params={{ proposalId: plan.proposalId }}
          className={buttonClasses({ size: 'small', ...(!isApplied && { variant: 'primary' }) })}
        >
          {isApplied ? 'See what it changed' : 'Review and apply'}
        </Link>
      </div>
    </Panel>
  )
}
