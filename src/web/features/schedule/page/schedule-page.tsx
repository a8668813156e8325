import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  forecastDatesQuery,
  placementQuery,
  scheduleQuery,
  unplacedReasonsQuery,
} from '#web/api/schedule/schedule.queries.ts'
import { useExceptionRefusal } from '#web/components/exceptions/use-exception-refusal.ts'
import { usePrepared } from '#web/components/lazy-part.ts'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { SchedulingGain } from '#web/components/scheduling-run/scheduling-effect.tsx'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { keepScheduleWidths, readScheduleWidths } from '#web/stores/schedule-widths.ts'
import { useSession } from '#web/stores/session.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PanelSpace } from '../frame/panel-space.tsx'
import { type KnownSearch, knownSearch } from '../model/known-search.ts'
import { usualLook } from '../model/schedule-choices.ts'
import { ScheduleGantt, type ScheduleLoads, type ScheduleSlots } from '../schedule-gantt.tsx'
import type { ScheduleSearch } from '../schedule-search.ts'
import { besides } from './besides.ts'
import { ScheduleViews } from './schedule-views.tsx'
import { useDatesBeside } from './use-dates-beside.ts'
import { useNow } from './use-now.ts'
import { useOpenings } from './use-openings.tsx'
import { loadEffect, usePlanChanges } from './use-plan-changes.ts'

const OperationPanel = besides.part(({ OperationPanel }) => OperationPanel)
const Outlook = besides.part(({ Outlook }) => Outlook)
const ProposalStrip = besides.part(({ ProposalStrip }) => ProposalStrip)
const WorkTimeSection = besides.part(({ WorkTimeSection }) => WorkTimeSection)
const BaselineField = besides.part(({ BaselineField }) => BaselineField)

/** What the schedule loads on demand. */
const useLoads = () => {
  const client = useQueryClient()
  return useMemo(
    (): ScheduleLoads => ({
      placement: (id) => client.fetchQuery(placementQuery(id)),
      forecast: () => client.fetchQuery(forecastDatesQuery()),
      effect: (move, signal) => loadEffect(client, move, signal),
    }),
    [client],
  )
}

/** What the reader may not do in the schedule. */
const useReaderRefusals = () => {
  const operation = useOperationRefusal()
  const exception = useExceptionRefusal()
  const run = useRefusal('tryPlans')
  return useMemo(() => ({ operation, exception, run }), [operation, exception, run])
}

const keptWidths = { read: readScheduleWidths, keep: keepScheduleWidths }

/** The most important columns, shown beside the name. */
const decisionColumns: KnownSearch['columns'] = ['state']

/** The state in the URL. If the usual columns would leave too little room for the bars, only the most important ones are shown. */
const useShownSearch = (search: KnownSearch): KnownSearch => {
  const isTight = useNarrow(1024) && search.columns.join() === usualLook.columns.join()
  return isTight ? { ...search, columns: decisionColumns } : search
}

interface SchedulePageProps {
  search: KnownSearch
  onSearch: (change: Partial<KnownSearch>) => void
}

/** The state of the screen in the URL. */
interface ScheduleRouteProps {
  search: ScheduleSearch
  onSearch: (change: Partial<ScheduleSearch>) => void
}

/** The strip above the schedule while the moves of a proposal are drawn. */
const DrawnProposal = ({ proposal, search, onSearch }: SchedulePageProps & { proposal: ProposalDetails }) => (
  <Suspense fallback={<div className="min-h-10 shrink-0 border-line border-b bg-primary-tint" />}>
    <ProposalStrip
      proposal={proposal}
      onlyChanges={!search.unchanged}
      onOnlyChanges={(only) => onSearch({ unchanged: !only || undefined })}
      onClose={() => onSearch({ proposal: undefined, unchanged: undefined })}
    />
  </Suspense>
)

const ToolbarEnd = (props: SchedulePageProps) => (
  <>
    <ScheduleViews {...props} />
    <ColleaguesHere where={{ screen: 'schedule' }} />
    <Link to="/shift-patterns" className={buttonClasses({ size: 'small' })} title="Working time">
      <CalendarClock className="size-3.5" /> <span className="max-xl:sr-only">Working time</span>
    </Link>
  </>
)

/** The options of this page under "View options". The element is stable, so that the toolbar does not render again. */
const useLookFields = ({ search: { baseline }, onSearch }: SchedulePageProps, dates: DateSettings, nowMs: number) =>
  useMemo(
    () => (
      <Suspense fallback={<div className="h-14" />}>
        <BaselineField value={baseline} dates={dates} nowMs={nowMs} onChange={(run) => onSearch({ baseline: run })} />
      </Suspense>
    ),
    [baseline, dates, nowMs, onSearch],
  )

/** Parts of the schedule that this page renders. */
const useSlots = (props: SchedulePageProps, dates: DateSettings, nowMs: number): ScheduleSlots => ({
  toolbarEnd: <ToolbarEnd {...props} />,
  preview: <PreviewButton short />,
  lookFields: useLookFields(props, dates, nowMs),
  firstStep: (
    <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
      Open Projects
    </Link>
  ),
  footerNote: <SchedulingGain />,
  panelOf: (operation) => (
    <Suspense fallback={<PanelSpace />}>
      <OperationPanel
        operation={operation}
        outlookOf={(projectId, operationId) => (
          <Outlook projectId={projectId} operationId={operationId} nowMs={nowMs} dates={dates} />
        )}
        workTimeOf={({ isDone, ...timed }) => (
          <WorkTimeSection key={timed.operationId} operation={timed} isDone={isDone} />
        )}
      />
    </Suspense>
  ),
})

/** The schedule page: loads the plan, stores its changes, and maintains the state of the screen in the URL. */
export function SchedulePage({ search: asked, onSearch }: ScheduleRouteProps) {
  const search = useMemo(() => knownSearch(asked), [asked])
  const shown = useShownSearch(search)
  const query = useQuery(scheduleQuery())
  const { plan, onWrite } = usePlanChanges(query.data)
  const format = useDateSettings()
  const weekStartsOn = useWeekStartsOn()
  usePrepared(besides.prepare, plan !== undefined)
  const organization = useSession(({ tenantName }) => tenantName) ?? ''
  const nowMs = useNow(plan?.now, query.dataUpdatedAt)
  const { dates, proposal } = useDatesBeside(shown)
  const { onOpen, dialog } = useOpenings(format.zone)
  const load = useLoads()
  const refusals = useReaderRefusals()
  const slots = useSlots({ search, onSearch }, format, nowMs)
  const showsPool = search.pool === true && search.view === 'timeline'
  const unplacedReasons = useQuery({ ...unplacedReasonsQuery(), enabled: showsPool }).data

  if (query.isError && !plan) {
    return <ErrorPanel scope="part" message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="flex h-[calc(100dvh-var(--header))] flex-col">
      <PlanStrips />
      {proposal && <DrawnProposal proposal={proposal} search={search} onSearch={onSearch} />}
      <ScheduleGantt
        data={plan}
        search={shown}
        onSearch={onSearch}
        onWrite={onWrite}
        onOpen={onOpen}
        load={load}
        reader={{ nowMs, format, weekStartsOn, organization }}
        refusals={refusals}
        dates={dates}
        widths={keptWidths}
        expandedAll={search.proposal !== undefined}
        unplacedReasons={unplacedReasons}
        slots={slots}
      />
      {dialog}
    </div>
  )
}
