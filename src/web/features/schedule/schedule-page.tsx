import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import { moveOperationsMutation, patchOperationMutation } from '#web/api/operations.mutations.ts'
import { placementQuery, scheduleQuery } from '#web/api/schedule.queries.ts'
import { PlanOutdatedStrip } from '#web/components/plan-outdated/plan-outdated-strip.tsx'
import { ColleaguesHere } from '#web/components/presence/colleagues-here.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useStartRun } from '#web/components/scheduling-run/use-start-run.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { findOperation } from './find-operation.ts'
import type { RowFilter } from './model/row-filter.ts'
import type { ScheduleView, ScheduleZoom } from './model/time-scale.ts'
import { type Reschedule, ScheduleBoard } from './schedule-board.tsx'
import type { ScheduleSearch } from './schedule-search.ts'
import { useNow } from './use-now.ts'

interface SchedulePageProps {
  search: ScheduleSearch
  onSearch: (change: Partial<ScheduleSearch>) => void
}

const iso = (ms: number) => new Date(ms).toISOString()

/** The board on the organisation's plan: reads it, stores what is moved, and keeps its choices in the URL. */
export function SchedulePage({ search, onSearch }: SchedulePageProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const plan = useQuery(scheduleQuery())
  const format = useDateSettings()
  const move = useMutation(moveOperationsMutation(client))
  const patch = useMutation(patchOperationMutation(client))
  const run = useStartRun()
  const nowMs = useNow(plan.data?.now, plan.dataUpdatedAt)
  const zoned = useMemo(() => ({ ...format, zone: plan.data?.timeZone ?? format.zone }), [format, plan.data?.timeZone])
  const loadPlacement = useCallback((id: string) => client.fetchQuery(placementQuery(id)), [client])

  const filter = useMemo(() => ({ q: search.q, show: search.show }), [search.q, search.show])
  // Only the Gantt has rows of projects.
  const onFilter = useCallback((change: Partial<RowFilter>) => onSearch({ ...change, view: 'gantt' }), [onSearch])

  const reschedule = ({ followers, ...moved }: Reschedule) =>
    move
      .mutateAsync({
        projectId: moved.projectId,
        moves: [moved, ...followers].map(({ operationId, version, startMs, endMs }, index) => ({
          operationId,
          expectedVersion: version,
          scheduledStartDate: iso(startMs),
          scheduledEndDate: iso(endMs),
          // What was moved by hand stays; what only gave way remains free for the next run.
          ...(index > 0 && { pinned: false }),
        })),
      })
      .then((answer) => {
        const moved = answer.length === 1 ? 'Operation' : `${answer.length} operations`
        toast.success(`${moved} moved`, undoAction(answer))
      })
      .catch((error: unknown) => {
        if (isApiError(error) && error.code === 'stale') {
          toast.info('Someone else changed this operation meanwhile. The plan now shows what holds.')
        }
      })

  const change = (operationId: string, fields: { pinned: boolean } | { onHold: boolean }) => {
    const found = plan.data && findOperation(plan.data, operationId)
    if (found) patch.mutate({ ...found, operationId, fields })
  }

  if (plan.isError && !plan.data) {
    return <ErrorPanel scope="part" message={plan.error.message} onRetry={() => void plan.refetch()} />
  }
  return (
    <div className="flex h-[calc(100dvh-var(--header))] flex-col">
      <PlanOutdatedStrip />
      <ScheduleBoard
        data={plan.data}
        view={search.view}
        zoom={search.zoom}
        filter={filter}
        onFilter={onFilter}
        selectedOperationId={search.operation ?? null}
        canEdit
        toolbarEnd={
          <>
            <ColleaguesHere where={{ screen: 'schedule' }} />
            <Link to="/shift-patterns" className={buttonClasses({ size: 'small' })}>
              <CalendarClock className="size-3.5" /> Working time
            </Link>
          </>
        }
        nowMs={nowMs}
        format={zoned}
        onView={(view: ScheduleView) => onSearch({ view })}
        onZoom={(zoom: ScheduleZoom) => onSearch({ zoom })}
        onSelect={(operation) => onSearch({ operation: operation ?? undefined })}
        onOpenProject={(projectId) => void navigate({ to: '/projects/$projectId', params: { projectId } })}
        onReschedule={reschedule}
        onRunAll={() => run.mutate({})}
        loadPlacement={loadPlacement}
        onPin={(id, pinned) => change(id, { pinned })}
        onHold={(id, onHold) => change(id, { onHold })}
        onProgress={(id) => {
          const found = plan.data && findOperation(plan.data, id)
          const params = found && { projectId: found.projectId, operationId: id }
          if (params) void navigate({ to: '/projects/$projectId/operations/$operationId', params })
        }}
      />
    </div>
  )
}
