import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LateCauses, LoadMatrix } from '#contract/analytics.ts'
import { countOverCapacity } from '#domain/analytics/load-percent.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { lateCausesQuery, loadMatrixQuery } from '#web/api/overview/analytics.queries.ts'
import { loadTitle, overCapacityMeaning } from '#web/components/load-heat/load-words.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { LateIcon, OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { type AnalyticsSearch, cellOf, cellText, type OnAnalyticsSearch } from '../analytics-search.ts'
import { ChartSkeleton } from '../chart-skeleton.tsx'
import { loadTable } from '../figures/delivery-tables.ts'
import { FigurePanel } from '../figures/figure-panel.tsx'
import { FiguresLoaded } from '../figures/figures-loaded.tsx'
import { bottleneckSentence, greatestCauseSentence } from './bottleneck-sentence.ts'
import { Levers } from './levers.tsx'
import { LoadCellPanel } from './load-cell-panel.tsx'
import { LoadHeat } from './load-heat.tsx'

const line = 'flex items-start gap-2 px-3 py-2.5'

type CausesProps = { causes: LateCauses | undefined; dates: DateSettings; nowMs: number }

/**
 * The cause of most late days and remedies for it: first a cause that outweighs every work center, then the bottleneck.
 * It occupies its line before the causes have loaded, so that the layout does not shift.
 */
const Bottleneck = ({ causes, ...reader }: CausesProps) => {
  const greatest = causes ? greatestCauseSentence(causes) : null
  return (
    <div className="border-line border-t">
      {causes && greatest && (
        <>
          <p className={line}>
            <LateIcon className="mt-0.5 size-4 shrink-0 text-crit-text" />
            {greatest}
          </p>
          <Levers label="What would help against the largest cause" levers={causes.causeLevers} {...reader} />
        </>
      )}
      <p className={line}>
        {causes &&
          (causes.lateProjects > 0 ? (
            <LateIcon className="mt-0.5 size-4 shrink-0 text-crit-text" />
          ) : (
            <OnTimeIcon className="mt-0.5 size-4 shrink-0 text-ok-text" />
          ))}
        {causes ? bottleneckSentence(causes) : '\u00a0'}
      </p>
      <Levers label="What would help there" levers={causes?.levers ?? []} {...reader} />
    </div>
  )
}

type LoadSectionProps = { search: AnalyticsSearch; onSearch: OnAnalyticsSearch; dates: DateSettings }

/** Number of work centers and pools over capacity in the displayed weeks. */
const OverCapacity = ({ load }: { load: LoadMatrix }) => {
  const over = countOverCapacity(load.workCenters)
  return over > 0 ? (
    <span title={overCapacityMeaning}>
      <Mark kind="late" className="align-top">
        {over} over capacity
      </Mark>
    </span>
  ) : (
    'planned hours as a percentage of open hours; this week from now on'
  )
}

/** Load compared with capacity, the bottleneck, and the operations of the open cell. */
export function LoadSection({ search, onSearch, dates }: LoadSectionProps) {
  const { center: categoryId, phase, weeks } = search
  const cell = cellOf(search)
  const [nowMs] = useState(Date.now)
  const load = useQuery(loadMatrixQuery({ weeks, categoryId, phase }))
  const causes = useQuery(lateCausesQuery({ phase }))
  const names = useQuery({ ...categoriesQuery(), enabled: cell !== undefined }).data
  return (
    <div className="flex items-stretch gap-4 max-xl:flex-col">
      <FiguresLoaded title={loadTitle} className="grow" query={load} skeleton={<ChartSkeleton className="h-98 grow" />}>
        {(matrix) => (
          <FigurePanel
            title={loadTitle}
            meta={<OverCapacity load={matrix} />}
            table={loadTable(matrix)}
            isTable
            empty={matrix.workCenters.length === 0 && 'Work centers and their load will appear here.'}
            actions={
              <Link
                to="/schedule"
                search={{ view: 'timeline' }}
                className="text-primary-text hover:underline max-md:hidden"
              >
                Open timeline
              </Link>
            }
            footer={!causes.isError && <Bottleneck causes={causes.data} dates={dates} nowMs={nowMs} />}
            className="grow"
          >
            <LoadHeat
              load={matrix}
              dates={dates}
              cell={cell}
              onOpen={(openCenter, week) => onSearch({ cell: cellText(openCenter, week) })}
            />
          </FigurePanel>
        )}
      </FiguresLoaded>
      {cell && (
        <LoadCellPanel
          cell={cell}
          phase={phase}
          dates={dates}
          name={names?.find((category) => category.categoryId === cell[0])?.name ?? 'Work center'}
          onClose={() => onSearch({ cell: undefined })}
        />
      )}
    </div>
  )
}
