import { useQuery } from '@tanstack/react-query'
import { latePartsQuery } from '#web/api/operations/late-parts.queries.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { CauseSentence } from '../operation-table/cause-sentence.tsx'

type LateCauseProps = { projectId: string; operationId: string; dates: DateSettings; nowMs: number }

/**
 * The operation's own contribution to the lateness of its project, or the main cause of that lateness, in the same
 * words as on the project page. Nothing if the project is not late.
 */
export function LateCause({ projectId, operationId, dates, nowMs }: LateCauseProps) {
  const parts = useQuery(latePartsQuery(projectId)).data?.parts ?? []
  const own = parts.filter(({ operation }) => operation?.operationId === operationId)
  if (parts.length === 0) return null
  return (
    <section className="border-line border-t px-4 py-3">
      <h3 className="font-semibold">{own.length > 0 ? 'Makes its project late' : 'Why its project is late'}</h3>
      {(own.length > 0 ? own : parts.slice(0, 1)).map(({ operation, cause, lateMs }) => (
        <p key={`${cause.code} ${cause.operation?.operationId}`} className="mt-1 text-ink-2 text-label">
          {own.length === 0 && operation && `${operation.name}: `}
          <CauseSentence cause={cause} dayTime={(instant) => formatShortDateTime(instant, dates, nowMs)} />{' '}
          <span className="font-semibold text-crit-text tabular-nums">+{formatSpan(lateMs)}</span>
        </p>
      ))}
    </section>
  )
}
