import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, History } from 'lucide-react'
import { useState } from 'react'
import type { TrackRecord } from '#contract/track-record.ts'
import { leastProjects } from '#domain/track-record/past-date.ts'
import { learnedPacesQuery, trackRecordQuery } from '#web/api/overview/analytics.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatDay, formatShipDate } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { ChartSkeleton } from '../chart-skeleton.tsx'
import { FiguresLoaded } from '../figures/figures-loaded.tsx'
import { firstDay } from '../first-day.ts'
import { CalibrationPanel, ChancePanel, ErrorPanel, MisleadingPanel, OutcomePanel } from './record-panels.tsx'
import type { RecordSearch } from './record-search.ts'
import { verdictOf } from './record-words.ts'

const looksBack = ['3', '6', '12', '24'] as const

/** What has been stored and when there will be more to say. */
const waitingWords = ({ firstWeek, waiting, nextComparison }: TrackRecord, dates: DateSettings): string => {
  const since = firstWeek ? `Forecasts are stored since the week of ${formatDay(firstWeek, dates)}.` : ''
  if (waiting === 0 || nextComparison === null) return since
  return `${since} ${formatCount(waiting, 'date has', 'dates have')} not been compared yet; the next is due on ${formatShipDate(nextComparison, dates)}.`
}

const Verdict = ({ record, dates }: { record: TrackRecord; dates: DateSettings }) => {
  const verdict = verdictOf(record)
  return (
    <section aria-label="Verdict" className="flex flex-col gap-1 rounded border border-line-2 bg-surface px-4 py-3">
      <p className="font-semibold text-lead">
        {verdict?.sentence ?? `Too little is known: dates of at least ${leastProjects} projects must have passed.`}
      </p>
      {verdict && <p>{verdict.detail}</p>}
      <p className="text-ink-3">{waitingWords(record, dates)}</p>
    </section>
  )
}

/** A new organization: nothing has been stored. */
const NothingStored = () => (
  <EmptyState
    icon={<History />}
    title="No forecasts have been stored yet"
    action={
      <Link to="/projects" className={buttonClasses()}>
        Open projects
      </Link>
    }
  >
    Once a week, the forecast of every open project with dates is stored. When the dates of {leastProjects} projects
    have passed, this page shows how many came true.
  </EmptyState>
)

type ScreenProps = { months: RecordSearch['months']; onMonths: (months: RecordSearch['months']) => void }

/** What was said about the ends of projects, and what came true. */
export function TrackRecordScreen({ months, onMonths }: ScreenProps) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const record = useQuery(trackRecordQuery({ from: firstDay({ months }, nowMs, dates.zone) }))
  const paces = useQuery(learnedPacesQuery())
  return (
    <>
      <PageHead
        back={
          <span className="flex items-center gap-1.5">
            <Link to="/analytics" className="text-primary-text hover:underline">
              Analytics
            </Link>
            <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
          </span>
        }
        title="Was it right?"
        actions={
          <SegmentedControl
            label="Dates given in the last"
            value={String(months) as '12'}
            segments={looksBack.map((value) => ({ value, label: `${value} months` }))}
            onChange={(value) => onMonths(Number(value) as RecordSearch['months'])}
          />
        }
      />
      <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
        <FiguresLoaded title="Was it right?" query={record} skeleton={<ChartSkeleton />}>
          {(data) =>
            data.firstWeek === null ? (
              <NothingStored />
            ) : (
              <>
                <Verdict record={data} dates={dates} />
                <div className="grid grid-cols-2 gap-4 max-xl:grid-cols-1">
                  <CalibrationPanel record={data} />
                  <ErrorPanel record={data} />
                  <ChancePanel record={data} />
                  <OutcomePanel record={data} />
                </div>
                <FiguresLoaded title="Misleading estimates" query={paces} skeleton={<ChartSkeleton />}>
                  {(known) => <MisleadingPanel paces={known} />}
                </FiguresLoaded>
              </>
            )
          }
        </FiguresLoaded>
      </div>
    </>
  )
}
