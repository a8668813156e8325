import { Hourglass } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { OperationList } from '#contract/operation-lists.ts'
import { StaleList } from '#web/components/data-list/stale-list.tsx'
import { CardsView } from '#web/components/operation-table/cards/cards-view.tsx'
import { ListOverlays, ListStates, ListTotals } from '#web/components/operation-table/list-parts.tsx'
import {
  type ListSearch,
  noFilters,
  type OnListSearch,
  queryOf,
  setFilters,
} from '#web/components/operation-table/list-search.ts'
import { OperationPrint } from '#web/components/operation-table/operation-print.tsx'
import { OperationTable } from '#web/components/operation-table/operation-table.tsx'
import { TableSceneContext } from '#web/components/operation-table/table-scene.ts'
import { ListToolbar, type ListToolbarKind } from '#web/components/operation-table/toolbar/list-toolbar.tsx'
import { useDefaultView } from '#web/components/operation-table/use-default-view.ts'
import { useOperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useTableSceneValue } from '#web/components/operation-table/use-table-scene-value.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { AtRiskIcon, LateIcon, ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { KanbanView } from './kanban/kanban-view.tsx'
import { MetricsStrip } from './metrics-strip.tsx'
import { decisionColumns, overdueChoices, overdueColumns, usualColumns } from './overdue-columns.tsx'
import { OverdueEmpty } from './overdue-empty.tsx'
import { OverdueHead } from './overdue-head.tsx'
import { defaultOverdueSearch, type OverdueTab, overdueTabs, tabOf, toTab } from './overdue-search.ts'
import { TimelineView } from './timeline/timeline-view.tsx'

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

/** The tabs overdue, projected late, at risk and behind plan, each with its count. */
const OverdueTabs = ({ tab, counts, onTab }: OverdueTabsProps) => (
  <Tabs
    label="Operations shown"
    value={tab}
    tabs={overdueTabs.map((value) => ({ value, ...looks[value], count: counts?.[value] }))}
    onChange={onTab}
    className="px-5 max-md:px-4"
  />
)

/** The options of the toolbar on this screen, with the sort keys in the specified order. */
const overdueToolbar: ListToolbarKind = {
  screen: 'overdue',
  defaults: defaultOverdueSearch,
  sortKeys: ['daysOverdue', 'projectName', 'progress', 'priority', 'dueDate'],
  filterKeys: ['severities', 'priorities', 'flagged', 'categoryIds', 'poolIds', 'statuses', 'phases'],
  choices: overdueChoices,
  forTriage: true,
}

type OverdueScreenProps = {
  search: ListSearch
  onSearchChange: OnListSearch
}

/** Late operations with cause and remedy, and actions on one or many of them. Planners start the day here. */
export function OverdueScreen({ search, onSearchChange }: OverdueScreenProps) {
  useDefaultView('overdue', search, onSearchChange, defaultOverdueSearch)
  const narrow = useNarrow()
  const searchField = useRef<HTMLInputElement>(null)
  const tab = tabOf(search)
  const view = search.view ?? (narrow ? 'cards' : 'list')
  const query = useMemo(() => queryOf({ ...search, tab }), [search, tab])
  const list = useOperationList(query)
  const scene = useTableSceneValue(list)
  const answer = list.data.list.data
  const isTight = useNarrow(1280)
  const usual = useMemo(
    () => (isTight ? decisionColumns(tab) : usualColumns(tab, search.groupBy)),
    [isTight, tab, search.groupBy],
  )
  const columns = search.columns ?? usual
  const shown = useMemo(
    () => new Set(['name', ...columns, ...(search.dependencies ? ['waitsFor', 'holdsUp'] : ['actionRoom'])]),
    [columns, search.dependencies],
  )
  const filters = setFilters(search, defaultOverdueSearch)
  const views = { list, search, onSearchChange }
  return (
    <TableSceneContext value={scene}>
      <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
        <OverdueHead view={view} narrow={narrow} onSearchChange={onSearchChange} now={answer?.now} />
        <PlanStrips />
        <OverdueTabs tab={tab} counts={answer?.tabs} onTab={(next) => onSearchChange(toTab(next))} />
        {search.metrics && <MetricsStrip search={search} onSearchChange={onSearchChange} tab={tab} list={answer} />}
        <ListToolbar
          folding={list.folding}
          search={search}
          onSearchChange={onSearchChange}
          narrow={narrow}
          searchField={searchField}
          columns={columns}
          {...overdueToolbar}
          usual={usual}
          grouping={view !== 'kanban'}
          columnsShown={view === 'list'}
        />
        <StaleList answer={list.data.list} onRetry={list.data.retry} />
        <ListStates
          list={list}
          cards={view === 'cards' || view === 'kanban'}
          filtered={filters.length > 0}
          onClear={() => onSearchChange(noFilters(defaultOverdueSearch))}
          empty={<OverdueEmpty tab={tab} list={answer} onTab={(next) => onSearchChange(toTab(next))} />}
        >
          {view === 'list' && (
            <OperationTable
              {...views}
              shown={shown}
              searchField={searchField}
              label="Overdue operations"
              columns={overdueColumns}
              rowActions
            />
          )}
          {view === 'cards' && <CardsView {...views} label="Overdue operations" searchField={searchField} />}
          {view === 'kanban' && <KanbanView list={list} tab={tab} query={query} searchField={searchField} />}
          {view === 'timeline' && <TimelineView {...views} searchField={searchField} />}
        </ListStates>
        {answer && (
          <ListTotals total={answer.total} projects={answer.metrics.projects} hoursLeft={answer.metrics.hoursLeft} />
        )}
        <OperationPrint
          title="Overdue operations"
          tab={looks[tab].label}
          columns={overdueColumns}
          toolbar={overdueToolbar}
          list={list}
          shown={shown}
          search={search}
        />
        <ListOverlays list={list} />
      </div>
    </TableSceneContext>
  )
}
