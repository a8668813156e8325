import { useQueries } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { isProjectOpen } from '#domain/forecast/project-words.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { placementQuery } from '#web/api/schedule/schedule.queries.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { explainUnplaced } from '#web/components/placement/explain-placement.ts'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatCount } from '#web/lib/format-number.ts'

/** Reasons that mention records outside the project, whose names must be loaded. */
const needsNames = new Set<string | undefined>(['noWorkingTime', 'unknownPredecessor'])
const mostAsked = 10

/** The unscheduled operations by `isNotPlaced`, as the dashboard and the schedule count them. */
export const operationsNotPlaced = (project: Project, operations: readonly Operation[]): readonly Operation[] => {
  const projectOpen = isProjectOpen(effectivePhase(project))
  return operations.filter((operation) =>
    isNotPlaced({
      completed: isDone(operation),
      projectOpen,
      plannedEndMs: operation.scheduledEndDate === null ? null : Date.parse(operation.scheduledEndDate),
    }),
  )
}

/** The unscheduled operations with the reasons from the last run, and the button that schedules them. */
export function NotPlaced({ project, operations }: { project: Project; operations: readonly Operation[] }) {
  const waiting = operationsNotPlaced(project, operations)
  const names = useQueries({
    queries: waiting
      .filter(({ placement }) => needsNames.has(placement?.unplaced?.code))
      .slice(0, mostAsked)
      .map(({ operationId }) => placementQuery(operationId)),
    combine: (answers) => Object.assign({}, ...answers.map(({ data }) => data?.names ?? {})) as Record<string, string>,
  })
  if (waiting.length === 0) return null
  const known = { ...names, ...Object.fromEntries(operations.map(({ operationId, name }) => [operationId, name])) }
  const byReason = Map.groupBy(waiting, ({ placement, onHold }) => {
    if (placement?.unplaced) return explainUnplaced(placement.unplaced, known)
    return onHold ? 'On hold: it is scheduled once it is released.' : 'No run has scheduled it yet.'
  })
  return (
    <section className="border-line border-b px-4 py-3">
      <h3 className="font-semibold">{formatCount(waiting.length, 'operation')} not scheduled</h3>
      <dl className="mt-1.5 flex flex-col gap-2">
        {[...byReason].map(([reason, held]) => (
          <div key={reason}>
            <dt>{reason}</dt>
            <dd className="text-ink-3 text-label">{held.map(({ name }) => name).join(', ')}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3">
        <ScheduleButton projectId={project.projectId} />
      </div>
    </section>
  )
}
