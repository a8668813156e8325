import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { remediesQuery } from '#web/api/late-parts.queries.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatDays, formatNumber } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type RemediesProps = { projectId: string; dates: DateSettings; nowMs: number }

const priorityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'project' ? (change.fields.priority ?? []) : []))[0]

const capacityOf = ({ changes }: ProjectRemedy): number | undefined =>
  changes.flatMap((change) => (change.kind === 'category' ? (change.capacity ?? []) : []))[0]

/** The time in which one more is available than the plan counts with: somebody stands in for the person on leave. */
const standInOf = ({ changes }: ProjectRemedy) =>
  changes.flatMap((change) =>
    change.kind === 'exception' && change.exception?.kind === 'capacity' ? change.exception : [],
  )[0]

/** What to do, in the planner's words: 'Overtime at Paint on Sat 11/21'. */
const remedyTitle = (remedy: ProjectRemedy, { dates, nowMs }: Omit<RemediesProps, 'projectId'>): string => {
  const { code, operation, workCenter } = remedy
  const center = workCenter?.name ?? 'the work center'
  switch (code) {
    case 'goFirst': {
      const ahead = operation ? `Go ahead of #${operation.projectNumber} ${operation.name}` : `Go first at ${center}`
      const priority = priorityOf(remedy)
      return priority === undefined ? ahead : `${ahead}, with priority P${priority}`
    }
    case 'addCapacity': {
      const stand = standInOf(remedy)
      if (stand)
        return `${center}: ${formatNumber(stand.units)} available instead of ${formatNumber(stand.units - 1)} during ${stand.name || 'that time'}`
      if (workCenter?.kind === 'pool')
        return `One more of ${center}: ${formatNumber(capacityOf(remedy) ?? 0)} instead of ${formatNumber((capacityOf(remedy) ?? 1) - 1)}`
      return `${center}: ${formatNumber(capacityOf(remedy) ?? 0)} at once instead of ${formatNumber((capacityOf(remedy) ?? 1) - 1)}`
    }
    case 'addOvertime': {
      const from = remedy.changes.flatMap((change) =>
        change.kind === 'exception' && change.exception ? change.exception.startsAt : [],
      )[0]
      return `${overtimeOf(remedy)}${from ? ` from ${formatShortDateTime(from, dates, nowMs)}` : ''}`
    }
    case 'unpin':
      return `Unpin ${operation?.name ?? 'the operation'}`
    case 'materialSooner': {
      const ready = remedy.changes.flatMap((change) =>
        change.kind === 'operation' ? (change.fields.materialReadyDate ?? []) : [],
      )[0]
      return `If the material of ${operation?.name ?? 'the operation'} were ready ${ready ? formatShortDateTime(ready, dates, nowMs) : 'sooner'}`
    }
    case 'reschedule':
      return `Start ${operation?.name ?? 'the operation'} as soon as it can`
    case 'finishNow':
      return `If ${operation?.name ?? 'the operation'} were finished now`
    case 'moveShipDate':
      return `Move the ship date to ${formatShipDate(dayOfEnd(remedy.completionDate), dates, nowMs)}`
  }
}

/** 'Overtime at Welding', or with what its operations need besides. */
const overtimeOf = ({ workCenter, changes }: ProjectRemedy): string => {
  const both = changes.filter(({ kind }) => kind === 'exception').length > 1
  const isPool = workCenter?.kind === 'pool'
  const others = both ? (isPool ? ' and their work center' : ' and what it needs besides') : ''
  return `Overtime ${isPool ? 'for' : 'at'} ${workCenter?.name ?? 'the work center'}${others}`
}

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

/** '#1037 Crusher Frame becomes 1 d late, #1039 Hopper 4 d late instead of 2 d'. */
const delayedWords = ({ delayed }: ProjectRemedy): string =>
  delayed
    .map(({ projectNumber, projectName, latenessDaysBefore, latenessDays }) => {
      const named = `#${projectNumber} ${projectName}`
      return latenessDaysBefore > 0
        ? `${named} ${formatDays(latenessDays)} late instead of ${formatDays(latenessDaysBefore)}`
        : `${named} becomes ${formatDays(latenessDays)} late`
    })
    .join(', ')

const Row = ({ remedy, projectId, dates, nowMs }: RemediesProps & { remedy: ProjectRemedy }) => {
  const { latenessDays, gainMs } = remedy
  const delayed = delayedWords(remedy)
  const title = remedyTitle(remedy, { dates, nowMs })
  return (
    <li className="flex items-start gap-3 border-line py-2 not-first:border-t">
      <div className="min-w-0 grow">
        <RemedyPlace {...{ remedy, projectId }}>{title}</RemedyPlace>
        {gainMs > 0 && <p className="text-ink-2 text-label">{formatSpan(gainMs)} earlier</p>}
        {delayed && <p className="text-label text-warn-text">But {delayed}</p>}
        <TryChangesButton size="small" className="mt-1" changes={remedy.changes} title={title} />
      </div>
      <Mark kind={latenessDays > 0 ? 'projectedLate' : 'onTime'} className="tabular-nums">
        {latenessDays > 0 ? `${formatDays(latenessDays)} late` : 'on time'}
      </Mark>
    </li>
  )
}

/** What would help the late project, best first: each with what the forecast would say after it, and whom it delays. */
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
        <div role="status" aria-label="Computing what would help" className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-3 w-4/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      )}
      {data?.length === 0 && <p className="mt-2 text-ink-2">No single change makes it end earlier.</p>}
      <ul className="mt-1">
        {data?.map((remedy) => (
          <Row
            key={`${remedy.code} ${remedy.operation?.operationId} ${remedy.workCenter?.categoryId}`}
            {...{ remedy, projectId, dates, nowMs }}
          />
        ))}
      </ul>
    </section>
  )
}
