import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { proposalsQuery } from '#web/api/schedule/proposals.queries.ts'
import { listedTitle } from '#web/components/proposals/proposal-words.ts'
import { askedWords } from '#web/components/proposals/request-words.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The proposals that wait for the reader's answer, the latest request first; nothing if there are none. */
export function AskedPanel({ dates, nowMs }: { dates: DateSettings; nowMs: number }) {
  const asked = (useQuery(proposalsQuery()).data ?? []).filter(({ asksReader }) => asksReader)
  if (asked.length === 0) return null
  return (
    <Panel title="Plans waiting for your answer" meta={<CountBadge count={asked.length} />}>
      <ul>
        {asked.map((proposal) => (
          <li key={proposal.proposalId} className="border-line border-b px-3 py-2 last:border-b-0">
            <Link
              to="/proposals/$proposalId"
              params={{ proposalId: proposal.proposalId }}
              className="font-semibold text-primary-text hover:underline"
            >
              {listedTitle(proposal)}
            </Link>
            {proposal.request && (
              <span className="block text-ink-3 text-label">
                {askedWords(proposal.request, dates.zone, nowMs)}
                {proposal.request.note && `: “${proposal.request.note}”`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
