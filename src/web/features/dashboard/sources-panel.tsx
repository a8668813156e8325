import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SourceAttention } from '#contract/data-sources.ts'
import { failuresUntilBroken } from '#contract/exchange.ts'
import { sourceAttentionQuery } from '#web/api/integrations/data-sources.queries.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Panel } from '#web/ui/panel.tsx'

const broken = `failed ${failuresUntilBroken} times or more in a row`

/** Why a data source needs a person: 'waits for you: it would change 62 % of its records', '7 doubtful rows to correct'. */
const attentionWords = ({ about, problem, changedPercent, openDoubts }: SourceAttention): string => {
  if (about === 'broken') return problem === null ? broken : `${broken}: ${problem}`
  if (about === 'doubts') return `${formatCount(openDoubts, 'doubtful row')} to correct`
  const share = changedPercent === null ? '' : `: it would change ${formatNumber(changedPercent)} % of its records`
  return `waits for you${share}`
}

/** The data sources that need a person; nothing if none does. */
export function SourcesPanel({ dates, nowMs }: { dates: DateSettings; nowMs: number }) {
  const needs = useQuery(sourceAttentionQuery()).data ?? []
  if (needs.length === 0) return null
  return (
    <Panel title="Data sources that need you" meta={<CountBadge count={needs.length} />}>
      <ul>
        {needs.map((need) => (
          <li key={`${need.sourceId} ${need.about}`} className="border-line border-b px-3 py-2 last:border-b-0">
            <Link
              to="/sources"
              search={need.kind === 'export' ? { tab: 'exports' } : { source: need.sourceId }}
              className="font-semibold text-primary-text hover:underline"
            >
              {need.name}
            </Link>{' '}
            <span className="break-words">{attentionWords(need)}</span>
            <span className="block text-ink-3 text-label">since {formatShortDateTime(need.since, dates, nowMs)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
