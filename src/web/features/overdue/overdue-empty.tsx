import { Link } from '@tanstack/react-router'
import type { OperationList } from '#contract/operation-lists.ts'
import { NoOperations } from '#web/components/operation-table/list-parts.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { type OverdueTab, overdueTabs } from './overdue-search.ts'

const titles: Record<OverdueTab, string> = {
  overdue: 'Nothing is overdue',
  projectedLate: 'Nothing is projected late',
  atRisk: 'Nothing is at risk',
  behindPlan: 'Nothing is behind plan',
}

/** Ends of the sentence 'Show 32 operations ...'. */
const linked: Record<OverdueTab, string> = {
  overdue: 'that are overdue',
  projectedLate: 'that are projected late',
  atRisk: 'with little slack',
  behindPlan: 'behind plan',
}

/** Ends of the sentences '1 operation ...' and '32 operations ...'. */
const predicates: Record<OverdueTab, readonly [one: string, many: string]> = {
  overdue: ['is overdue', 'are overdue'],
  projectedLate: ['is projected late', 'are projected late'],
  atRisk: ['has little slack', 'have little slack'],
  behindPlan: ['is behind plan', 'are behind plan'],
}

type OverdueEmptyProps = { tab: OverdueTab; list: OperationList | undefined; onTab: (tab: OverdueTab) => void }

/** Says that the tab is empty and links to the next tab with operations, or says that there are no operations at all. */
export function OverdueEmpty({ tab, list, onTab }: OverdueEmptyProps) {
  if (list?.tabs.all === 0) {
    return (
      <NoOperations
        action={
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
        }
      >
        Projects with operations and a plan appear here when something runs late.
      </NoOperations>
    )
  }
  const next = overdueTabs.find((other) => (list?.tabs[other] ?? 0) > 0)
  const count = next ? (list?.tabs[next] ?? 0) : 0
  const counted = formatCount(count, 'operation')
  return (
    <EmptyState
      className="grow"
      tone="onTime"
      icon={<OnTimeIcon />}
      title={titles[tab]}
      action={
        next && (
          <Button variant="primary" onClick={() => onTab(next)}>
            {`Show ${counted} ${linked[next]}`}
          </Button>
        )
      }
    >
      {next
        ? `${counted} ${count === 1 ? predicates[next][0] : predicates[next][1]}.`
        : 'Everything planned ends on time.'}
      {list && list.snoozed > 0 && ` ${formatCount(list.snoozed, 'operation')} snoozed.`}
    </EmptyState>
  )
}
