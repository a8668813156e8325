import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deliveryQuery,
  estimatesQuery,
  lateCausesQuery,
  learnedPacesQuery,
  projectFlowQuery,
} from '#web/api/overview/analytics.queries.ts'
import { CategoriesProblem } from '#web/components/loaded/categories-problem.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { AnalyticsSearch, OnAnalyticsSearch } from './analytics-search.ts'
import { AnalyticsToolbar } from './analytics-toolbar.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { CausesPanel, EstimatesPanel, LatenessPanel, OnTimePanel } from './delivery-panels.tsx'
import { FiguresLoaded } from './figures/figures-loaded.tsx'
import { firstDay } from './first-day.ts'
import { LeadTimePanel, PhasePanel, ThroughputPanel } from './flow-panels.tsx'
import { KeyFigures, KeyFiguresSkeleton } from './key-figures.tsx'
import { LoadSection } from './load/load-section.tsx'
import { PacesPanel } from './paces/paces-panel.tsx'

const grid = 'grid grid-cols-3 gap-4 max-xl:grid-cols-2 max-md:grid-cols-1'

/** One skeleton for each panel that the query will fill, so that the layout does not shift. */
const panels = (...names: string[]) => names.map((name) => <ChartSkeleton key={name} />)

/** Metrics of the past months, the load of the coming weeks, and the causes of late projects. */
export function AnalyticsScreen({ search, onSearch }: { search: AnalyticsSearch; onSearch: OnAnalyticsSearch }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const from = firstDay(search, nowMs, dates.zone)
  const { center: categoryId, phase } = search
  const delivery = useQuery(deliveryQuery({ from }))
  const flow = useQuery(projectFlowQuery({ from, categoryId }))
  const causes = useQuery(lateCausesQuery({ phase }))
  const paces = useQuery(learnedPacesQuery())
  const estimates = useQuery(estimatesQuery({ from, categoryId, phase }))
  return (
    <>
      <PageHead
        title="Analytics"
        actions={
          <Link to="/analytics/track-record" className={buttonClasses()}>
            Was it right?
          </Link>
        }
      />
      <AnalyticsToolbar search={search} onSearch={onSearch} />
      <CategoriesProblem />
      <div className="mb-4 empty:mb-0">
        <PlanStrips />
      </div>
      <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
        <FiguresLoaded title="Shipments" query={delivery} skeleton={<KeyFiguresSkeleton />}>
          {(data) => <KeyFigures delivery={data} causes={causes.data} months={search.months} />}
        </FiguresLoaded>
        <LoadSection search={search} onSearch={onSearch} dates={dates} />
        <div className={grid}>
          <FiguresLoaded
            title="On-time rate and lateness"
            className="col-span-full"
            query={delivery}
            skeleton={panels('on time', 'lateness')}
          >
            {(data) => (
              <>
                <OnTimePanel delivery={data} />
                <LatenessPanel delivery={data} />
              </>
            )}
          </FiguresLoaded>
          <FiguresLoaded title="What makes projects late" query={causes} skeleton={<ChartSkeleton />}>
            {(data) => <CausesPanel causes={data} />}
          </FiguresLoaded>
          <FiguresLoaded
            title="Projects in the shop, throughput and lead time"
            className="col-span-full"
            query={flow}
            skeleton={panels('standing', 'throughput', 'lead time')}
          >
            {(data) => (
              <>
                <PhasePanel flow={data} dates={dates} />
                <ThroughputPanel flow={data} dates={dates} />
                <LeadTimePanel flow={data} />
              </>
            )}
          </FiguresLoaded>
          <FiguresLoaded title="Estimate accuracy" query={estimates} skeleton={<ChartSkeleton />}>
            {(data) => <EstimatesPanel estimates={data} />}
          </FiguresLoaded>
          <FiguresLoaded
            title="Estimates, and how long work takes"
            className="col-span-full"
            query={paces}
            skeleton={<ChartSkeleton />}
          >
            {(data) => <PacesPanel paces={data} />}
          </FiguresLoaded>
        </div>
      </div>
    </>
  )
}
