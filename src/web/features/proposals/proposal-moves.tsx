import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProposalDetails, ProposalMove } from '#contract/proposals.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { RunSection } from '#web/components/scheduling-run/run-section.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'

/**
 * The operations that would move away from their forecast dates, the furthest moves first, with their dates in the
 * forecast and afterwards.
 */
export function ProposalMoves({ proposal }: { proposal: ProposalDetails }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { moves, names, movedOperations, movedAsForecast = 0, state } = proposal
  const others = movedOperations - movedAsForecast
  if (others <= 0) return null
  const title = `Operations that ${state === 'applied' ? 'moved' : 'would move'}`
  const span = (start: string | null, end: string | null) =>
    start === null ? 'No date' : [start, end].map((at) => formatShortDateTime(at, dates, nowMs)).join(' – ')
  return (
    <RunSection title={`${title} (${formatNumber(others)})`} startsOpen={false}>
      <ul aria-label={title}>
        {moves.map((move) => (
          <li
            key={move.operationId}
            className="flex flex-wrap justify-between gap-x-4 border-line border-t px-3 py-1.5"
          >
            <OperationLink move={move} name={names[move.operationId]} />
            <span className="tabular-nums">
              <span className="text-ink-3">{span(move.startBefore, move.endBefore)}</span>
              {' → '}
              {span(move.startAfter, move.endAfter)}
            </span>
          </li>
        ))}
        {moves.length < others && (
          <li className="border-line border-t px-3 py-1.5 text-ink-3">
            And {formatNumber(others - moves.length)} more.
          </li>
        )}
      </ul>
    </RunSection>
  )
}

function OperationLink({ move, name }: { move: ProposalMove; name: string | undefined }) {
  if (name === undefined) return <span className="text-ink-3">Deleted operation</span>
  const { projectId, operationId } = move
  return (
    <Link
      to="/projects/$projectId/operations/$operationId"
      params={{ projectId, operationId }}
      className="font-semibold text-primary-text hover:underline"
    >
      {name}
    </Link>
  )
}
