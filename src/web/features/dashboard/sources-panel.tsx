import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SourceAttention } from '#contract/data-sources.ts'
import { sourceAttentionQuery } from '#web/api/integrations/data-sources.queries.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Why a data source or an export needs a person: 'A run waits for you: it would change 62 % of its records'. */
const attentionWords = ({ about, problem, changedPercent, openDoubts }: SourceAttention): string => {
  if (about === 'broken') return problem === null ? 'Keeps failing' : `Keeps failing: ${problem}`
  if (about === 'doubts') return `${formatCount(openDoubts, 'doubtful row')} to correct`
  const share = changedPercent === null ? '' : `: it would change ${formatNumber(changedPercent)} % of its records`
  return `A run waits for you${share}`
}

/** The needs of each data source and export, in the order of the answer. */
const bySource = (needs: readonly SourceAttention[]): [SourceAttention, ...SourceAttention[]][] => {
  const found = new Map<string, [SourceAttention, ...SourceAttention[]]>()
  for (const need of needs) {
    const others = found.get(need.sourceId)
    if (others) others.push(need)
    else found.set(need.sourceId, [need])
  }
  return [...found.values()]
}

/** The data sources and exports that need a person, each once; nothing if none does. */
export function SourcesPanel({ dates, nowMs }: { dates: DateSettings; nowMs: number }) {
  const sources = bySource(useQuery(sourceAttentionQuery()).data ?? [])
  if (sources.length === 0) return null
  return (
    <Panel title="Data sources that need you" meta={<CountBadge count={sources.length} />}>
      <ul>
        {sources.map(([first, ...others]) => (
          <li key={first.sourceId} className="border-line border-b px-3 py-2 last:border-b-0">
            <Link
              to="/sources"
              search={first.kind === 'export' ? { tab: 'exports' } : { source: first.sourceId }}
              className="break-words font-semibold text-primary-text hover:underline"
            >
              {first.name}
            </Link>
            {[first, ...others].map((need) => (
              <span key={need.about} className="block break-words">
                {attentionWords(need)}{' '}
                <span className="whitespace-nowrap text-ink-3 text-label">
                  since {formatShortDateTime(need.since, dates, nowMs)}
                </span>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
