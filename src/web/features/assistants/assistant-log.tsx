import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AssistantCall, keptAssistantCalls } from '#contract/assistants.ts'
import { may } from '#domain/access/rights.ts'
import { assistantCallsQuery } from '#web/api/integrations/assistants.queries.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { useActor } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface Scene {
  dates: DateSettings
}

const outcomes: Readonly<Record<AssistantCall['outcome'], { kind: MarkKind; word: string }>> = {
  done: { kind: 'done', word: 'Done' },
  refused: { kind: 'cancelled', word: 'Refused' },
  failed: { kind: 'late', word: 'Failed' },
}

const { display } = listColumns<AssistantCall, Scene>()

const columns: readonly ListColumn<AssistantCall, Scene>[] = [
  display({
    id: 'call',
    header: 'Asked',
    meta: {
      namesRow: true,
      classes: 'w-full max-w-0',
      plain: ({ tool, asked, answer, proposalId, at, tokenName, userName }, { dates }) => ({
        className: 'py-1.5',
        children: (
          <>
            <span className="block break-words">
              {tool} <span className="text-ink-3">{asked === '{}' ? '' : asked}</span>
            </span>
            <span className="block break-words text-ink-3 text-label">{answer}</span>
            <span className="block text-ink-3 text-label lg:hidden">
              {tokenName} · {userName} · {formatShortDateTime(at, dates)}
            </span>
            {proposalId && (
              <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-primary-text underline">
                Open the proposal
              </Link>
            )}
          </>
        ),
      }),
    },
  }),
  display({
    id: 'who',
    header: 'Token',
    meta: {
      classes: 'max-lg:hidden',
      plain: ({ userName, tokenName }) => ({
        className: 'py-1.5 whitespace-nowrap text-ink-2',
        children: `${tokenName} · ${userName}`,
      }),
    },
  }),
  display({
    id: 'outcome',
    header: 'Outcome',
    meta: {
      plain: ({ outcome }) => <Mark kind={outcomes[outcome].kind}>{outcomes[outcome].word}</Mark>,
    },
  }),
  display({
    id: 'at',
    header: 'Time',
    meta: {
      end: true,
      classes: 'max-lg:hidden',
      plain: ({ at }, { dates }) => ({
        className: 'py-1.5 whitespace-nowrap text-ink-2',
        children: formatShortDateTime(at, dates),
      }),
    },
  }),
]

const idOf = ({ callId }: AssistantCall) => callId

/** What assistants asked and did: with the reader's own tokens, or for admins with all tokens of the organization. */
export function AssistantLog() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(assistantCallsQuery())
  const dates = useDateSettings()
  const isForAll = may(useActor(), 'seeAudit').ok
  const rows = data.pages.flatMap(({ calls }) => calls)
  const table = useListTable({ columns, rows, idOf })
  const whose = isForAll ? 'all tokens of the organization' : 'your tokens'
  return (
    <Panel
      title="What assistants asked and did"
      meta={<span className="text-ink-3 max-md:hidden">with {whose}, in 90 days</span>}
    >
      {rows.length === 0 ? (
        <p className="p-3 text-ink-3">Nothing yet. Calls appear here when an assistant has connected.</p>
      ) : (
        <PlainList table={table} scene={{ dates }} atOnce={keptAssistantCalls.most} />
      )}
      {hasNextPage && (
        <div className="p-3">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier calls
          </Button>
        </div>
      )}
    </Panel>
  )
}
