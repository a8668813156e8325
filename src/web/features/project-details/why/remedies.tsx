import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { remediesQuery } from '#web/api/operations/late-parts.queries.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { delayedWords, harms, shopWords } from '#web/components/remedies/remedy-effect.ts'
import { remedyTitle, standInOf } from '#web/components/remedies/remedy-title.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type RemediesProps = { projectId: string; dates: DateSettings; nowMs: number }

/** A link to the place where the change is made. */
function RemedyPlace({
  remedy,
  projectId,
  children,
}: {
  remedy: ProjectRemedy
  projectId: string
  children: ReactNode
}) {
  const { code, operation, workCenter } = remedy
  const look = 'text-primary-text hover:underline'
  if (code === 'scheduleAgain') return children
  if (code === 'addCapacity' || code === 'addOvertime') {
    const isForATime = code === 'addOvertime' || standInOf(remedy)
    const ofCapacity = workCenter?.kind === 'pool' ? ('people' as const) : ('work-centers' as const)
    const tab = isForATime ? ('exceptions' as const) : ofCapacity
    return (
      <Link to="/shift-patterns" search={{ tab }} className={look}>
        {children}
      </Link>
    )
  }
  if (operation && code !== 'goFirst') {
    return (
      <Link
        to="/projects/$projectId/operations/$operationId"
        params={{ projectId: operation.projectId, operationId: operation.operationId }}
        className={look}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link to="/projects/$projectId" params={{ projectId }} search={{ edit: 'project' }} className={look}>
      {children}
    </Link>
  )
}

const Row = ({ remedy, projectId, dates, nowMs }: RemediesProps & { remedy: ProjectRemedy }) => {
  const { latenessDays, gainMs, method } = remedy
  const title = remedyTitle(remedy, { dates, nowMs })
  const tone = harms(remedy) ? 'text-warn-text' : 'text-ink-2'
  const effects = [shopWords(remedy), delayedWords(remedy)].filter((words) => words !== null)
  return (
    <li className="flex items-start gap-3 border-line py-2 not-first:border-t">
      <div className="min-w-0 grow">
        <RemedyPlace remedy={remedy} projectId={projectId}>
          {title}
        </RemedyPlace>
        {effects.map((words) => (
          <p key={words} className={`text-label ${tone}`}>
            {words}
          </p>
        ))}
        {gainMs > 0 && <p className="text-ink-2 text-label">{formatSpan(gainMs)} sooner</p>}
        <TryChangesButton
          size="small"
          className="mt-1"
          changes={remedy.changes}
          helpedProjectId={projectId}
          method={method}
          title={title}
        />
      </div>
      <Mark kind={latenessDays > 0 ? 'projectedLate' : 'onTime'} className="tabular-nums">
        {latenessDays > 0 ? `${formatDays(latenessDays)} late` : 'on time'}
      </Mark>
    </li>
  )
}

/** Remedies for the late project, best first: each with its effect on the shop and on delayed projects. */
export function Remedies({ projectId, dates, nowMs }: RemediesProps) {
  const { data, error, isError, refetch } = useQuery(remediesQuery(projectId))
  return (
    <section aria-labelledby="remedies" className="border-line border-t px-4 py-3">
      <h3 id="remedies" className="font-semibold">
        What would help
      </h3>
      {isError && !data && (
        <p className="mt-2 flex items-center justify-between gap-3 text-crit-text">
          {errorSentence(error)}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !isError && (
        <div role="status" aria-label="Calculating what would help" className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      )}
      {data?.length === 0 && <p className="mt-2 text-ink-2">No single change makes it end earlier.</p>}
      <ul className="mt-1">
        {data?.map((remedy) => (
          <Row
            key={JSON.stringify([remedy.code, remedy.changes])}
            remedy={remedy}
            projectId={projectId}
            dates={dates}
            nowMs={nowMs}
          />
        ))}
      </ul>
    </section>
  )
}
