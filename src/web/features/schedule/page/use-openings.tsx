import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { maxProposalChanges } from '#contract/proposals.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { useScheduleAll, useScheduleSelected } from '#web/components/scheduling-run/use-start-run.ts'
import type { ExceptionStart, ScheduleOpening } from '../schedule-opening.ts'
import type { Reschedule } from '../schedule-write.ts'
import { EnterException } from './enter-exception.tsx'
import { plannedMoves } from './use-plan-changes.ts'

const CalendarFeedDialog = lazyPart(() =>
  import('#web/components/calendar-feed/calendar-feed-dialog.tsx').then(({ CalendarFeedDialog }) => CalendarFeedDialog),
)

/** A proposal with a move. If there are more moves than fit, it gets the first ones; the rest follows the plan. */
const proposalOf = (move: Reschedule) => {
  const changes = plannedMoves(move).map(({ projectId, operationId, fields, ...own }) => {
    const pinned = 'pinned' in own && own.pinned !== undefined && { pinned: own.pinned }
    return { kind: 'operation', projectId, operationId, fields: { ...fields, ...pinned } } as const
  })
  return { changes: changes.slice(0, maxProposalChanges), method: 'keepSequence' } as const
}

/** Opens and starts what the schedule asks for; the page renders `dialog`. `zone` is the zone of the axis. */
export const useOpenings = (zone: string): { onOpen: (asked: ScheduleOpening) => void; dialog: ReactNode } => {
  const [exception, setException] = useState<ExceptionStart | null>(null)
  const [isFollowing, setFollowing] = useState(false)
  const navigate = useNavigate()
  const { tryFirst } = useTryFirst()
  const { scheduleAll } = useScheduleAll()
  const { mutate: scheduleSelected } = useScheduleSelected()
  const onOpen = useCallback(
    (asked: ScheduleOpening) => {
      switch (asked.kind) {
        case 'runAll':
          return scheduleAll()
        case 'runSome':
          return scheduleSelected({ operations: asked.operationIds.map((operationId) => ({ operationId })) })
        case 'try':
          return void tryFirst(proposalOf(asked.move))
        case 'exception':
          return setException(asked)
        case 'follow':
          return setFollowing(true)
        case 'project':
          return void navigate({ to: '/projects/$projectId', params: { projectId: asked.projectId } })
        case 'operation': {
          const { projectId, operationId } = asked
          const params = { projectId, operationId }
          return void navigate({ to: '/projects/$projectId/operations/$operationId', params })
        }
      }
    },
    [navigate, scheduleAll, scheduleSelected, tryFirst],
  )
  const dialog = (
    <>
      {exception && <EnterException start={exception} zone={zone} onClose={() => setException(null)} />}
      {isFollowing && (
        <Suspense fallback={null}>
          <CalendarFeedDialog onClose={() => setFollowing(false)} />
        </Suspense>
      )}
    </>
  )
  return { onOpen, dialog }
}
