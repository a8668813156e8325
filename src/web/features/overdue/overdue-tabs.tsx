import { Hourglass } from 'lucide-react'
import type { OperationList } from '#contract/operation-lists.ts'
import { AtRiskIcon, LateIcon, ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type OverdueTab, overdueTabs } from './overdue-search.ts'

const looks = {
  overdue: { label: 'Overdue', icon: <LateIcon className="size-3.5 text-crit-text" /> },
  projectedLate: { label: 'Projected late', icon: <ProjectedLateIcon className="size-3.5 text-warn-text" /> },
  atRisk: { label: 'At risk', icon: <AtRiskIcon className="size-3.5 text-risk-text" /> },
  behindPlan: { label: 'Behind plan', icon: <Hourglass aria-hidden="true" className="size-3.5 text-ink-3" /> },
}

type OverdueTabsProps = {
  tab: OverdueTab
  counts: OperationList['tabs'] | undefined
  onTab: (tab: OverdueTab) => void
}

/** What is late, what will be, what has little slack, and what falls behind its plan, each with its count. */
export const OverdueTabs = ({ tab, counts, onTab }: OverdueTabsProps) => (
  <Tabs
    label="What is shown"
    value={tab}
    tabs={overdueTabs.map((value) => ({ value, ...looks[value], count: counts?.[value] }))}
    onChange={onTab}
    className="px-5 max-md:px-4"
  />
)
