import { useQueries } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { placementQuery } from '#web/api/schedule.queries.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { explainUnplaced } from '#web/components/placement/explain-placement.ts'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatCount } from '#web/lib/format-number.ts'

const mostShown = 6

/** The operations without a place, each with the reason that the last run stored, and the button that gives them one. */
export function NotPlaced({ project, operations }: { project: Project; operations: readonly Operation[] }) {
  const waiting = operations.filter((operation) => operation.scheduledEndDate === null && !isDone(operation))
  const shown = waiting.slice(0, mostShown)
  const names = useQueries({
    queries: shown.map(({ operationId, placement }) => ({
      ...placementQuery(operationId),
      enabled: placement?.unplaced != null,
    })),
    combine: (answers) => Object.assign({}, ...answers.map(({ data }) => data?.names ?? {})) as Record<string, string>,
  })
  if (waiting.length === 0) return null
  const schedulable = !unscheduledPhases.includes(effectivePhase(project))
  return (
    <section className="border-line border-b px-4 py-3">
      <h3 className="font-semibold">{formatCount(waiting.length, 'operation')} without a place</h3>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {shown.map(({ operationId, name, placement, onHold }) => (
          <li key={operationId}>
            {name}
            <span className="block text-ink-3 text-label">
              {placement?.unplaced
                ? explainUnplaced(placement.unplaced, names)
                : onHold
                  ? 'On hold: it gets a place once it is released.'
                  : 'No run has looked at it yet.'}
            </span>
          </li>
        ))}
      </ul>
      {waiting.length > shown.length && (
        <p className="mt-1.5 text-ink-3 text-label">and {formatCount(waiting.length - shown.length, 'more', 'more')}</p>
      )}
      {schedulable && (
        <div className="mt-3">
          <ScheduleButton projectId={project.projectId} />
        </div>
      )}
    </section>
  )
}
