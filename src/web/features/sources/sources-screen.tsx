import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DatabaseZap, Plus } from 'lucide-react'
import { Suspense } from 'react'
import type { DataSource } from '#contract/data-sources.ts'
import { dataSourcesQuery } from '#web/api/integrations/data-sources.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { tabClasses } from '#web/ui/tab-classes.ts'
import { TabStrip } from '#web/ui/tabs.tsx'
import { RunScreen } from './runs/run-screen.tsx'
import { SourcePage } from './source-page.tsx'
import { SourcesList } from './sources-list.tsx'
import type { OnSourcesSearch, SourcesSearch } from './sources-search.ts'
import { useLostFocus } from './use-lost-focus.ts'

const SetupScreen = lazyPart(() => import('./setup/setup-screen.tsx').then(({ SetupScreen }) => SetupScreen))
const ExportsTab = lazyPart(() => import('./exports-tab.tsx').then(({ ExportsTab }) => ExportsTab))
const CorrectRows = lazyPart(() => import('./runs/correct-rows.tsx').then(({ CorrectRows }) => CorrectRows))

type SourcesScreenProps = { search: SourcesSearch; onSearch: OnSourcesSearch }

const tabs = [
  { label: 'Imports', search: {} },
  { label: 'Exports', search: { tab: 'exports' } },
] as const satisfies readonly { label: string; search: SourcesSearch }[]

/** The two directions: imports that repeat by themselves, and exports of dates. */
const SourceTabs = ({ current }: { current: SourcesSearch['tab'] }) => (
  <TabStrip label="Data sources" className="px-5 max-md:px-4">
    {tabs.map(({ label, search }) => (
      <Link
        key={label}
        to="/sources"
        search={search}
        className={tabClasses}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={'tab' in search === (current === 'exports') ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </TabStrip>
)

/** The list of data sources, or what to do first. */
function AllSources({ sources, onNew }: { sources: readonly DataSource[]; onNew: () => void }) {
  const dates = useDateSettings()
  if (sources.length > 0) {
    return (
      <div className="min-h-0 grow overflow-auto bg-surface">
        <SourcesList sources={sources} dates={dates} />
      </div>
    )
  }
  return (
    <EmptyState
      className="grow bg-surface"
      icon={<DatabaseZap />}
      title="No data sources yet"
      action={
        <Button variant="primary" icon={<Plus />} onClick={onNew}>
          New data source
        </Button>
      }
    >
      An import that repeats by itself: projects and operations from your ERP or a spreadsheet, from a folder, an
      address, or a program that sends them. You check the first file; each run can be undone.
    </EmptyState>
  )
}

const Gone = ({ onClose }: { onClose: () => void }) => (
  <EmptyState
    className="grow"
    icon={<DatabaseZap />}
    title="This data source was deleted"
    action={<Button onClick={onClose}>All data sources</Button>}
  >
    What it imported is still there.
  </EmptyState>
)

/** One data source, what is edited of it, or the list of all. */
function Sources({ search, onSearch }: SourcesScreenProps) {
  const { places, sources } = useSuspenseQuery(dataSourcesQuery()).data
  const dates = useDateSettings()
  const { edit, run } = search
  useLostFocus([search.source, run, edit].join(' '))
  const source = sources.find(({ sourceId }) => sourceId === search.source)
  const show = ({ sourceId }: DataSource) => onSearch({ source: sourceId })
  if (search.source !== undefined && !source) return <Gone onClose={() => onSearch({})} />
  if (edit === 'new' || (source && edit === 'source')) {
    return (
      <SetupScreen
        key={source?.sourceId ?? 'new'}
        source={source ?? null}
        places={places}
        onClose={() => (source ? show(source) : onSearch({}))}
        onSaved={show}
      />
    )
  }
  if (source && run !== undefined) {
    if (edit !== 'rows') return <RunScreen source={source} runId={run} dates={dates} onSearch={onSearch} />
    return <CorrectRows source={source} runId={run} onClose={() => onSearch({ source: source.sourceId, run })} />
  }
  if (source) return <SourcePage source={source} dates={dates} onSearch={onSearch} />
  const onNew = () => onSearch({ edit: 'new' })
  if (search.tab === 'exports') {
    return (
      <>
        <PageHead
          title="Data sources"
          meta={<span className="max-md:hidden">Exports that repeat by themselves</span>}
        />
        <SourceTabs current="exports" />
        <Suspense fallback={<PageSkeleton />}>
          <ExportsTab />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <PageHead
        title="Data sources"
        meta={<span className="max-md:hidden">Imports that repeat by themselves</span>}
        actions={
          sources.length > 0 && (
            <Button variant="primary" icon={<Plus />} onClick={onNew}>
              New data source
            </Button>
          )
        }
      />
      <SourceTabs current={undefined} />
      <AllSources sources={sources} onNew={onNew} />
    </>
  )
}

/** The imports that repeat by themselves, for people who may import. */
export function SourcesScreen(props: SourcesScreenProps) {
  const refusal = useRefusal('importWork')
  if (refusal !== null) {
    return (
      <>
        <PageHead title="Data sources" />
        <EmptyState className="grow" icon={<DatabaseZap />} title="Imports that repeat by themselves">
          {refusal}
        </EmptyState>
      </>
    )
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Sources {...props} />
    </Suspense>
  )
}
