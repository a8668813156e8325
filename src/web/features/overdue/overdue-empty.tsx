import { Link } from '@tanstack/react-router'
import type { OperationList } from '#contract/operation-lists.ts'
import { NoOperations } from '#web/components/operation-table/list-parts.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OnTimeIcon } from '#web/ui/icons/on-time-icon.tsx'
import type { OverdueTab } from './overdue-search.ts'

const titles: Record<OverdueTab, string> = {
  overdue: 'Nothing is overdue',
  projectedLate: 'Nothing will be late',
  atRisk: 'Nothing is at risk',
}

type OverdueEmptyProps = { tab: OverdueTab; list: OperationList | undefined; onTab: (tab: OverdueTab) => void }

/** Good news, and where the next trouble would be; or nothing to judge at all. */
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
  const next = (['overdue', 'projectedLate', 'atRisk'] as const).find((other) => (list?.tabs[other] ?? 0) > 0)
  const words = {
    overdue: `${formatCount(list?.tabs.overdue ?? 0, 'operation')} overdue`,
    projectedLate: `${formatCount(list?.tabs.projectedLate ?? 0, 'operation')} will be late`,
    atRisk: `${formatCount(list?.tabs.atRisk ?? 0, 'operation')} with little slack`,
  }
  return (
    <EmptyState
      className="grow"
      tone="onTime"
      icon={<OnTimeIcon />}
      title={titles[tab]}
      action={
        next && (
          <Button variant="primary" onClick={() => onTab(next)}>
            Show {words[next]}
          </Button>
        )
      }
    >
      {next ? 'There is more to look at elsewhere.' : 'Everything planned ends in time.'}
      {list && list.snoozed > 0 && ` ${formatCount(list.snoozed, 'operation')} snoozed.`}
    </EmptyState>
  )
}
