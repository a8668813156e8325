import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { Suspense, useCallback, useMemo } from 'react'
import { maxProposalChanges, type ProposalDetails } from '#contract/proposals.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { loadMovesEffect } from '#web/api/operations/moves-effect.ts'
import { proposalQuery } from '#web/api/schedule/proposals.queries.ts'
import {
  forecastDatesQuery,
  placementQuery,
  scheduleQuery,
  unplacedReasonsQuery,
} from '#web/api/schedule/schedule.queries.ts'
import { usePrepared } from '#web/components/lazy-part.ts'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { PlanStrips } from '#web/components/scheduling-run/plan-strips.tsx'
import { SchedulingGain } from '#web/components/scheduling-run/scheduling-effect.tsx'
import { useScheduleAll, useScheduleSelected } from '#web/components/scheduling-run/use-start-run.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { useSession } from '#web/stores/session.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PanelSpace } from '../frame/panel-space.tsx'
import type { RunChoice } from '../frame/run-menu.tsx'
import { type KnownSearch, knownSearch } from '../model/known-search.ts'
import type { RowFilter } from '../model/schedule-choices.ts'
import type { ScheduleZoom } from '../model/schedule-zoom.ts'
import type { ScheduleView } from '../model/time-scale.ts'
import type { OperationActions } from '../panel/operation-panel.tsx'
import { type CenterMove, type Reschedule, ScheduleGantt } from '../schedule-gantt.tsx'
import type { ScheduleSearch } from '../schedule-search.ts'
import { besides } from './besides.ts'
import { findOperation } from './find-operation.ts'
import { ScheduleViews } from './schedule-views.tsx'
import { useExceptionForm } from './use-exception-form.tsx'
import { useFollow } from './use-follow.tsx'
import { useLook } from './use-look.ts'
import { useNow } from './use-now.ts'
import { loadCenterEffect, plannedMoves, usePlanChanges } from './use-plan-changes.ts'

const OperationPanel = besides.part(({ OperationPanel }) => OperationPanel)
const Outlook = besides.part(({ Outlook }) => Outlook)
const ProposalStrip = besides.part(({ ProposalStrip }) => ProposalStrip)
const BaselineField = besides.part(({ BaselineField }) => BaselineField)

/** Opens a proposal with a move. If there are more moves than fit, it gets the first ones; the rest follows the plan. */
const useTryMove = () => {
  const { tryFirst } = useTryFirst()
  return (move: Reschedule) => {
    const changes = plannedMoves(move).map(({ projectId, operationId, fields, ...own }) => {
      const pinned = 'pinned' in own && own.pinned !== undefined && { pinned: own.pinned }
      return { kind: 'operation', projectId, operationId, fields: { ...fields, ...pinned } } as const
    })
    void tryFirst({ changes: changes.slice(0, maxProposalChanges), method: 'keepSequence' })
  }
}

/** Data that the schedule loads on demand. */
const useLoads = () => {
  const client = useQueryClient()
  return useMemo(
    () => ({
      loadPlacement: (id: string) => client.fetchQuery(placementQuery(id)),
      loadForecast: () => client.fetchQuery(forecastDatesQuery()),
      loadEffect: (move: Reschedule, signal: AbortSignal) => loadMovesEffect(plannedMoves(move), signal),
      loadCenterEffect: (move: CenterMove, signal: AbortSignal) => loadCenterEffect(client, move, signal),
    }),
    [client],
  )
}

/** The proposal whose moves are drawn; undefined if there is none, or while it loads. */
const useProposal = (id: string | undefined) => useQuery({ ...proposalQuery(id ?? ''), enabled: id !== undefined }).data

interface SchedulePageProps {
  search: KnownSearch
  onSearch: (change: Partial<KnownSearch>) => void
}

/** The state of the screen in the URL. */
interface ScheduleRouteProps {
  search: ScheduleSearch
  onSearch: (change: Partial<ScheduleSearch>) => void
}

/** Starts a run over all projects or some of them. */
const useRun = () => {
  const { scheduleAll } = useScheduleAll()
  const some = useScheduleSelected()
  return (choice: RunChoice) => {
    if (choice.kind === 'all') scheduleAll()
    else some.mutate({ operations: choice.operationIds.map((operationId) => ({ operationId })) })
  }
}

/** The list of unscheduled operations beside the Timeline, with the reasons once it is open. */
const usePool = ({ search: { pool = false, view }, onSearch }: SchedulePageProps) => ({
  pool,
  onPool: (open: boolean) => onSearch({ pool: open || undefined }),
  unplacedReasons: useQuery({ ...unplacedReasonsQuery(), enabled: pool && view === 'timeline' }).data,
})

/** The filter in the URL. It switches to the Gantt, because only the Gantt has rows of projects. */
const useFilter = ({ search: { q, show, center, only }, onSearch }: SchedulePageProps) => ({
  filter: useMemo(() => ({ q, show, center, only }), [q, show, center, only]),
  onFilter: useCallback((change: Partial<RowFilter>) => onSearch({ ...change, view: 'gantt' }), [onSearch]),
})

const useOperationPage = (plan: CompactSchedule | undefined) => {
  const navigate = useNavigate()
  return (operationId: string) => {
    const found = plan && findOperation(plan, operationId)
    const params = found && { projectId: found.projectId, operationId }
    if (params) void navigate({ to: '/projects/$projectId/operations/$operationId', params })
  }
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

/** The page's actions on one operation, in the Gantt and in its panel. */
const useOperationActions = (
  { plan, change }: ReturnType<typeof usePlanChanges>,
  dates: DateSettings,
  nowMs: number,
) => {
  const openOperation = useOperationPage(plan)
  const actions = {
    onPin: (id, pinned) => void change(id, { pinned }),
    onHold: (id, onHold) => void change(id, { onHold }),
    onPredecessors: (id, dependencies, done) => void change(id, { dependencies: [...dependencies] }, done),
    onWork: (id, fields) => void change(id, fields),
    onProgress: openOperation,
    outlookOf: (projectId, operationId) => (
      <Outlook projectId={projectId} operationId={operationId} nowMs={nowMs} dates={dates} />
    ),
  } satisfies OperationActions
  const { onPin, onHold, onPredecessors } = actions
  const panelOf = (row: number) => (
    <Suspense fallback={<PanelSpace />}>
      <OperationPanel operation={row} actions={actions} />
    </Suspense>
  )
  return { onPin, onHold, onPredecessors, panelOf }
}

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

/** The schedule page: loads the plan, stores moves, and maintains the state of the screen in the URL. */
export function SchedulePage({ search: asked, onSearch }: ScheduleRouteProps) {
  const search = useMemo(() => knownSearch(asked), [asked])
  const navigate = useNavigate()
  const query = useQuery(scheduleQuery())
  const format = useDateSettings()
  const weekStartsOn = useWeekStartsOn()
  const changes = usePlanChanges(query.data)
  const { plan, reschedule, moveToCenter } = changes
  usePrepared(besides.prepare, plan !== undefined)
  const run = useRun()
  const runRefusal = useRefusal('tryPlans')
  const refusalOf = useOperationRefusal()
  const organization = useSession(({ tenantName }) => tenantName) ?? ''
  const tryMove = useTryMove()
  const proposal = useProposal(search.proposal)
  const nowMs = useNow(plan?.now, query.dataUpdatedAt)
  const operation = useOperationActions(changes, format, nowMs)
  const loads = useLoads()

  const { exceptionForm, ...exceptions } = useExceptionForm(format.zone)
  const { onFollow, followDialog } = useFollow()
  const lookFields = useLookFields({ search, onSearch }, format, nowMs)
  const chosen = { ...useLook(search), ...useFilter({ search, onSearch }), ...usePool({ search, onSearch }) }

  if (query.isError && !plan) {
    return <ErrorPanel scope="part" message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="flex h-[calc(100dvh-var(--header))] flex-col">
      <PlanStrips />
      {proposal && <DrawnProposal proposal={proposal} search={search} onSearch={onSearch} />}
      <ScheduleGantt
        data={plan}
        view={search.view}
        zoom={search.zoom}
        startAt={search.date}
        organization={organization}
        stretch={search.stretch}
        {...chosen}
        onLook={onSearch}
        lookFields={lookFields}
        selectedOperationId={search.operation ?? null}
        refusalOf={refusalOf}
        toolbarEnd={<ToolbarEnd search={search} onSearch={onSearch} />}
        footerNote={<SchedulingGain />}
        nowMs={nowMs}
        format={format}
        weekStartsOn={weekStartsOn}
        onView={(view: ScheduleView) => onSearch({ view })}
        onZoom={(zoom: ScheduleZoom, stretch = 1) => onSearch({ zoom, stretch })}
        onSelect={(operation) => onSearch({ operation: operation ?? undefined })}
        onOpenProject={(projectId) => void navigate({ to: '/projects/$projectId', params: { projectId } })}
        onReschedule={(move) => void reschedule(move)}
        onMoveToCenter={(move) => void moveToCenter(move)}
        onTryMove={tryMove}
        {...exceptions}
        onFollow={onFollow}
        proposed={proposal?.moves}
        showsUnchanged={search.unchanged ?? false}
        expandedAll={search.proposal !== undefined}
        onRun={run}
        runRefusal={runRefusal}
        preview={<PreviewButton short />}
        firstStep={
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
        }
        {...loads}
        {...operation}
      />
      {exceptionForm}
      {followDialog}
    </div>
  )
}
