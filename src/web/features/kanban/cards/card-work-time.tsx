import { useQuery } from '@tanstack/react-query'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { hoursWords, stateParts } from '#web/components/work-time/time-words.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useKanbanScene } from '../board/kanban-scene.ts'
import type { OperationCard } from '../model/kanban-card.ts'
import { Line } from './card-details.tsx'

/** The time on started work: its hours, and who works on it or when work last ended. Loaded when a card is expanded. */
export function CardWorkTime({ card }: { card: OperationCard }) {
  const { dates } = useKanbanScene()
  const { data, isError } = useQuery(workTimeQuery(card.projectId, card.operationId))
  const unknown = isError ? 'Not available' : <Skeleton className="h-3 w-20" />
  const state = data && stateParts(data, dates)
  return (
    <>
      <Line label="Time on work">
        {data ? `${hoursWords(data) ?? 'None yet'}${data.includesWaiting ? ' with waiting' : ''}` : unknown}
      </Line>
      {card.progress < 1 && (
        <Line label={state?.label ?? 'Work'}>{data ? (state?.value ?? (card.onHold ? 'On hold' : '—')) : unknown}</Line>
      )}
    </>
  )
}
