import { Link } from '@tanstack/react-router'
import { FileDown, ListChecks } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import type { OperationWork } from '#contract/operation-filter.ts'
import { operationTableHref } from '#web/api/files/exports.mutations.ts'
import { type OperationQuery, operationsCsvHref } from '#web/api/operations/operation-lists.queries.ts'
import { StaleList } from '#web/components/data-list/stale-list.tsx'
import { ExportMenu, formatTitles } from '#web/components/export-menu/export-menu.tsx'
import { CardsView } from '#web/components/operation-table/cards/cards-view.tsx'
import { ListOverlays, ListStates, ListTotals, NoOperations } from '#web/components/operation-table/list-parts.tsx'
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
import { ListToolbar } from '#web/components/operation-table/toolbar/list-toolbar.tsx'
import { useDefaultView } from '#web/components/operation-table/use-default-view.ts'
import { useOperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useTableSceneValue } from '#web/components/operation-table/use-table-scene-value.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { formatNumber } from '#web/lib/format-number.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MenuHeading, MenuLink } from '#web/ui/menu.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import {
  decisionOperationColumns,
  operationsColumns,
  operationsToolbar,
  usualOperationColumns,
} from './operations-columns.tsx'
import { defaultOperationsSearch } from './operations-search.ts'
import { savedOperationsSearch, toWork } from './work-tabs.ts'

type OperationsScreenProps = {
  search: ListSearch
  onSearchChange: OnListSearch
}

/** Offers all matching operations as a file. */
const ExportOperations = ({ query }: { query: OperationQuery }) => (
  <ExportMenu
    item={(format) => (
      <MenuLink key={format}>
        <a href={operationTableHref(query, format)} download>
          <FileDown />
          {formatTitles[format]}
        </a>
      </MenuLink>
    )}
  >
    <MenuLink>
      <a href={operationsCsvHref(query)} download>
        <FileDown />
        CSV with forecasts and causes
      </a>
    </MenuLink>
    <MenuHeading>To change and import again</MenuHeading>
  </ExportMenu>
)

const tabWords: Readonly<Record<OperationWork, string>> = { open: 'Open', finished: 'Finished', all: 'All' }
const workTabs = (['open', 'finished', 'all'] as const).map((value) => ({ value, label: tabWords[value] }))

/** Filtering by completed operations includes finished work, because otherwise the list would be empty. */
const useWidening = (work: OperationWork | undefined, onSearchChange: OnListSearch) =>
  useCallback<OnListSearch>(
    (change, how) =>
      onSearchChange(
        work === 'open' && change.statuses?.includes('Completed') ? { work: 'all', ...change } : change,
        how,
      ),
    [work, onSearchChange],
  )

type NoneShownProps = { work: OperationWork | undefined; onSearchChange: OnListSearch }

/** Shown if the tab has no operations. */
const NoneShown = ({ work, onSearchChange }: NoneShownProps) =>
  work === 'finished' ? (
    <EmptyState className="grow" icon={<ListChecks />} title="No finished operations">
      Completed operations, and operations of projects that are no longer active, appear here.
    </EmptyState>
  ) : (
    <NoOperations
      title={work === 'open' ? 'No open operations' : undefined}
      action={
        <>
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
          {work === 'open' && <Button onClick={() => onSearchChange({ work: 'all' })}>Show finished ones</Button>}
        </>
      }
    >
      Operations are added in projects; all of them appear here.
    </NoOperations>
  )

/** All operations of the organization in one table, with search, inline editing, bulk changes and export. */
export function OperationsScreen({ search, onSearchChange: onChange }: OperationsScreenProps) {
  const onSearchChange = useWidening(search.work, onChange)
  useDefaultView('operations', search, onSearchChange, defaultOperationsSearch, savedOperationsSearch)
  const narrow = useNarrow()
  const searchField = useRef<HTMLInputElement>(null)
  const query = useMemo(() => queryOf({ ...search, tab: 'all' }), [search])
  const list = useOperationList(query)
  const scene = useTableSceneValue(list)
  const answer = list.data.list.data
  const usual = useNarrow(1280) ? decisionOperationColumns : usualOperationColumns
  const columns = search.columns ?? usual
  const shown = useMemo(() => new Set(['name', ...columns, 'actions']), [columns])
  const filters = setFilters(search, defaultOperationsSearch)
  return (
    <TableSceneContext value={scene}>
      <div className="relative flex h-[calc(100dvh-var(--header))] flex-col">
        <PageHead
          title="Operations"
          meta={answer && answer.total > 0 && <span className="tabular-nums">{formatNumber(answer.total)}</span>}
          actions={<ExportOperations query={query} />}
        />
        <PlanStrips />
        <Tabs
          label="Operations shown"
          value={search.work ?? 'open'}
          tabs={workTabs}
          onChange={(work) => onSearchChange(toWork(search, work))}
          className="px-5 max-md:px-4"
        />
        <ListToolbar
          folding={list.folding}
          search={search}
          onSearchChange={onSearchChange}
          narrow={narrow}
          searchField={searchField}
          columns={columns}
          {...operationsToolbar}
          usual={usual}
          columnsShown
        />
        <StaleList answer={list.data.list} onRetry={list.data.retry} />
        <ListStates
          list={list}
          filtered={filters.length > 0}
          onClear={() => onSearchChange(noFilters(defaultOperationsSearch))}
          empty={<NoneShown work={search.work} onSearchChange={onSearchChange} />}
        >
          {narrow ? (
            <CardsView label="Operations" list={list} searchField={searchField} />
          ) : (
            <OperationTable
              list={list}
              search={search}
              onSearchChange={onSearchChange}
              shown={shown}
              searchField={searchField}
              label="Operations"
              columns={operationsColumns}
            />
          )}
        </ListStates>
        {answer && (
          <ListTotals total={answer.total} projects={answer.metrics.projects} hoursLeft={answer.metrics.hoursLeft} />
        )}
        <OperationPrint
          title="Operations"
          tab={tabWords[search.work ?? 'open']}
          columns={operationsColumns}
          toolbar={operationsToolbar}
          list={list}
          shown={shown}
          search={search}
        />
        <ListOverlays list={list} />
      </div>
    </TableSceneContext>
  )
}
