import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderPlus, Rows3 } from 'lucide-react'
import { Suspense } from 'react'
import type { Dashboard } from '#contract/dashboard.ts'
import { dashboardQuery } from '#web/api/overview/dashboard.queries.ts'
import { savePreferencesMutation } from '#web/api/users/users.mutations.ts'
import { meQuery } from '#web/api/users/users.queries.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { PromiseDateLink } from '#web/components/navigation/promise-date-link.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { SampleStrip } from '#web/components/sample-shop/sample-strip.tsx'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import { AskedPanel } from './asked-panel.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'
import { DecisionTable } from './decision-table.tsx'
import { FirstStepsPanel } from './first-steps.tsx'
import { LastRunPanel } from './last-run-panel.tsx'
import { LoadPanel } from './load-panel.tsx'
import { MisleadingEstimates } from './misleading-estimates.tsx'
import { MorningPanel } from './morning-panel.tsx'
import { RecentPagesPanel } from './recent-pages-panel.tsx'
import { ShipStrip } from './ship-strip.tsx'
import { StalledPanel } from './stalled-panel.tsx'

/** Apart, because it is empty on most days, and its answer is not needed for the first picture. */
const SourcesPanel = lazyPart(() => import('./sources-panel.tsx').then(({ SourcesPanel }) => SourcesPanel))

const DashboardSkeleton = () => (
  <>
    <div className="flex min-h-14 items-center px-5 max-md:px-4">
      <Skeleton className="h-4 w-56" />
    </div>
    <div className="flex flex-col gap-4 px-5 max-md:px-4">
      <div className="grid h-21.5 grid-cols-6 items-center rounded border border-line-2 bg-surface max-lg:h-43 max-lg:grid-cols-3">
        {['late', 'projected', 'ship', 'stalled', 'hold', 'over'].map((figure) => (
          <Skeleton key={figure} className="mx-4 h-6 w-24" />
        ))}
      </div>
      <div className="overflow-hidden rounded border border-line-2 bg-surface">
        <SkeletonRows columns="1fr 64px 88px 88px 112px 96px" rows={10} label="Loading projects" />
      </div>
    </div>
  </>
)

/** The layout from the reader's preferences. 'compact' shows only the parts that need a decision. */
const useDashboardLayout = () => {
  const chosen = useQuery({ ...meQuery(), select: ({ preferences }) => preferences.dashboardLayout }).data
  const save = useMutation(savePreferencesMutation(useQueryClient()))
  const layout = save.isPending ? save.variables.dashboardLayout : chosen
  const isCompact = layout === 'compact'
  return {
    isCompact,
    toggle: () => save.mutate({ dashboardLayout: isCompact ? 'default' : 'compact' }),
  }
}

const ImportLink = () => {
  const refusal = useRefusal('importWork')
  if (refusal !== null) return <Button disabledReason={refusal}>Import a list</Button>
  return (
    <Link to="/projects" search={{ edit: 'import' }} className={buttonClasses({})}>
      Import a list
    </Link>
  )
}

const FirstDay = ({ dashboard }: { dashboard: Dashboard }) => (
  <>
    <PageHead title="What needs a decision today" />
    <div className="mb-4 empty:mb-0">
      <SampleStrip />
    </div>
    <div className="px-5 max-md:px-4">
      <FirstStepsPanel dashboard={dashboard} />
    </div>
    <EmptyState
      className="grow"
      icon={<FolderPlus />}
      title="No projects yet"
      action={
        <>
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
          <ImportLink />
        </>
      }
    >
      Create the first project or import them all; what needs a decision will appear here.
    </EmptyState>
  </>
)

const Content = ({ dashboard, dates }: { dashboard: Dashboard; dates: DateSettings }) => {
  const { isCompact, toggle } = useDashboardLayout()
  const importRefusal = useRefusal('importWork')
  const nowMs = Date.parse(dashboard.now)
  return (
    <>
      <PageHead
        title="What needs a decision today"
        meta={<span className="max-md:hidden">{formatShipDate(nowMs, dates)}</span>}
        actions={
          <>
            <IconButton
              label="Compact layout"
              icon={<Rows3 />}
              pressed={isCompact}
              onClick={toggle}
              className="max-md:hidden"
            />
            <PromiseDateLink />
            <ScheduleButton />
          </>
        }
      />
      <div className="mb-4 empty:mb-0">
        <SampleStrip />
        <PlanStrips />
      </div>
      <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
        <FirstStepsPanel dashboard={dashboard} />
        <DashboardFigures {...dashboard} />
        <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 max-xl:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-4">
            <MorningPanel dates={dates} nowMs={nowMs} />
            <AskedPanel dates={dates} nowMs={nowMs} />
            {importRefusal === null && (
              <Suspense>
                <SourcesPanel dates={dates} nowMs={nowMs} />
              </Suspense>
            )}
            <DecisionTable dashboard={dashboard} dates={dates} nowMs={nowMs} tight={isCompact} />
            {!isCompact && <ShipStrip dashboard={dashboard} dates={dates} nowMs={nowMs} />}
            <StalledPanel dashboard={dashboard} nowMs={nowMs} zone={dates.zone} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <LoadPanel dashboard={dashboard} dates={dates} />
            <MisleadingEstimates />
            <LastRunPanel dashboard={dashboard} dates={dates} nowMs={nowMs} />
            {!isCompact && <ActivityPanel activity={dashboard.activity} dates={dates} nowMs={nowMs} />}
            {!isCompact && <RecentPagesPanel />}
          </div>
        </div>
      </div>
    </>
  )
}

/** Today's decisions: six metrics that open their lists, the late and past due projects, and the recent activity. */
export function DashboardScreen() {
  const dates = useDateSettings()
  const query = useQuery(dashboardQuery())
  return (
    <Loaded query={query} skeleton={<DashboardSkeleton />}>
      {(dashboard) =>
        dashboard.projects === 0 ? <FirstDay dashboard={dashboard} /> : <Content dashboard={dashboard} dates={dates} />
      }
    </Loaded>
  )
}
