import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { latePartsQuery } from '#web/api/late-parts.queries.ts'
import { causeWords } from '#web/components/operation-table/cause-words.ts'
import { RemedyLink } from '#web/components/operation-table/remedy-link.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'

type LatePartsProps = { projectId: string; dates: DateSettings; nowMs: number }

/** The operations that make the project late, each with its share of the days, cause and remedy. */
export function LateParts({ projectId, dates, nowMs }: LatePartsProps) {
  const parts = useQuery(latePartsQuery(projectId)).data?.parts ?? []
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="late-parts" className="border-line border-b px-4 py-3">
      <h3 id="late-parts" className="mb-2 font-semibold">
        What makes it late
      </h3>
      <ul className="flex flex-col gap-2">
        {parts.map(({ operation, days, cause, remedy }) => {
          const words = causeWords(cause, (instant) => formatShortDateTime(instant, dates, nowMs))
          return (
            <li key={operation?.operationId ?? 'rest'} className="flex gap-3">
              <div className="flex min-w-0 grow flex-col">
                {operation && (
                  <Link
                    to="/projects/$projectId/operations/$operationId"
                    params={{ projectId, operationId: operation.operationId }}
                    className="truncate hover:underline"
                  >
                    {operation.name}
                  </Link>
                )}
                <span className="text-ink-2 text-label">{words?.detail ?? words?.title}</span>
                <RemedyLink
                  {...{ remedy, projectId }}
                  operationId={operation?.operationId ?? null}
                  className="text-label"
                />
              </div>
              <b className="shrink-0 tabular-nums">{formatNumber(Math.round(days * 10) / 10)} d</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
