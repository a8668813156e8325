import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { errorSentence } from '#web/api/api-error.ts'
import { operationsOfOneOfManyQuery } from '#web/api/operations/operations.queries.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { formatPercent } from '#web/lib/format-number.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useKanbanScene } from '../board/kanban-scene.ts'
import { listedOperations } from '../model/card-size.ts'
import type { ProjectCard } from '../model/kanban-card.ts'

const line = 'flex h-[1.25rem] items-center justify-between gap-3'

/** The next operations of a project, as many as the computed height of the card allows. */
export function OpenOperations({ card }: { card: ProjectCard }) {
  const { actions, categories, dates, nowMs } = useKanbanScene()
  const { projectId } = card.project
  const lines = listedOperations(card)
  const { data, error, isError, refetch } = useQuery({ ...operationsOfOneOfManyQuery(projectId), enabled: lines > 0 })
  if (isError && !data) {
    return (
      <div className={line}>
        <dt className="min-w-0 truncate text-warn-text">{errorSentence(error)}</dt>
        <dd>
          <button type="button" className="text-primary-text hover:underline" onClick={() => void refetch()}>
            Retry
          </button>
        </dd>
      </div>
    )
  }
  if (!data) {
    return Array.from({ length: lines }, (_, index) => (
      <div key={String(index)} className={line}>
        <dt className="sr-only">Loading operations</dt>
        <dd className="grow">
          <Skeleton className="h-3 w-full" />
        </dd>
      </div>
    ))
  }
  const next = data.filter((operation) => !isDone(operation)).slice(0, lines)
  return next.map(({ operationId, name, categoryId, progressPercentage, endDate }) => {
    const path = `/projects/${projectId}/operations/${operationId}`
    const follow = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      actions.open(path)
    }
    return (
      <div key={operationId} className={line}>
        <dt className="min-w-0 truncate">
          <a draggable={false} href={path} onClick={follow} className="hover:underline">
            <WorkCenterMark color={categories.get(categoryId ?? '')?.color} hollow={progressPercentage === 0}>
              {name || 'Unnamed Operation'}
            </WorkCenterMark>
          </a>
        </dt>
        <dd className="shrink-0 text-ink-2 tabular-nums">
          {progressPercentage > 0
            ? formatPercent(progressPercentage)
            : endDate === null
              ? 'Not scheduled'
              : formatShipDate(dayOfEnd(endDate), dates, nowMs)}
        </dd>
      </div>
    )
  })
}
