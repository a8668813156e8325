import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { PromiseAnswer, PromiseKind, PromiseQuestion } from '#contract/promise-date.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { explainUnplaced } from '#web/components/placement/explain-placement.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatAway } from '#web/lib/format-hours.ts'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'
import { relativeDays } from '#web/lib/format-relation.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AnswerOddsLine } from './answer-odds.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import type { AnswerOdds } from './use-promise-odds.ts'

export const answerTitles: Record<PromiseKind, string> = {
  behindAll: 'After all planned work',
  byPriority: 'By its priority',
  first: 'As soon as possible',
}

/** The work that moves to make room for the answer. */
const rules: Record<PromiseKind, string> = {
  behindAll: 'It uses only time that the plan leaves free.',
  byPriority: 'Lower-priority work moves to make room.',
  first: 'All work that has not started moves to make room, unless it is pinned or inside the freeze window.',
}

/** 'Waits 8 days for Welding', 'Anodizing takes longest: 5 days at BlueCoat Inc.', in calendar time. */
export const limitWords = ({ name, waitHours, workHours, supplier }: NonNullable<PromiseAnswer['limit']>): string => {
  if (waitHours > 0) return `Waits ${calendarWords(waitHours)} for ${name}.`
  const where = supplier ? ` at ${supplier}` : ''
  return `${name} takes longest: ${calendarWords(workHours)}${where}${where.endsWith('.') ? '' : '.'}`
}

/** Whole days from one day up, otherwise hours. */
const calendarWords = (hours: number): string => formatAway(hours < 24 ? hours : Math.round(hours / 24) * 24)

/** A delayed project is marked as late if it is late afterwards or has no date. Otherwise it only moves. */
const severityOf = ({ becomesLate, latenessDays, movedDays }: PromiseAnswer['delayed'][number]): MarkKind =>
  becomesLate || movedDays === null || (latenessDays ?? 0) > 0 ? 'late' : 'atRisk'

export const delayWords = ({ becomesLate, movedDays, latenessDays }: PromiseAnswer['delayed'][number]): string => {
  const moved = movedDays === null ? 'no longer has a date' : `${formatDays(movedDays)} later`
  if (becomesLate) return `${moved}, becomes ${formatDays(latenessDays)} late`
  return latenessDays !== null && latenessDays > 0 ? `${moved}, ${formatDays(latenessDays)} late` : moved
}

function Delayed({ answer: { delayed, delayedCount, becomesLateCount } }: { answer: PromiseAnswer }) {
  if (delayedCount === 0) return <p className="text-ink-2">It delays no other project.</p>
  const late =
    becomesLateCount > 0 && `; ${formatNumber(becomesLateCount)} ${becomesLateCount === 1 ? 'becomes' : 'become'} late`
  return (
    <div>
      <p className="font-semibold">
        It delays {formatCount(delayedCount, 'project')}
        {late}.
      </p>
      <ul aria-label="Delayed projects" className="mt-1">
        {delayed.map((project) => (
          <li key={project.projectId} className="flex items-center gap-2 border-line border-t py-1.5">
            <Link
              to="/projects/$projectId"
              params={{ projectId: project.projectId }}
              className="shrink-0 font-semibold text-primary-text tabular-nums hover:underline"
            >
              #{project.projectNumber}
            </Link>
            <span className="min-w-0 truncate">{project.projectName}</span>
            <Mark kind={severityOf(project)} className="ml-auto shrink-0">
              {delayWords(project)}
            </Mark>
          </li>
        ))}
      </ul>
      {delayedCount > delayed.length && (
        <p className="text-ink-3 text-label">And {formatCount(delayedCount - delayed.length, 'more project')}.</p>
      )}
    </div>
  )
}

function Dated({ answer, odds }: Pick<AnswerCardProps, 'answer' | 'odds'>) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-page tabular-nums">{formatShipDate(answer.shipDate, dates, nowMs)}</span>
        <span className="text-ink-2 tabular-nums">{relativeDays(answer.shipDate, dates.zone, nowMs)}</span>
      </p>
      <p className="text-ink-2 tabular-nums">
        The last operation ends {formatShortDateTime(answer.completionDate, dates, nowMs)}.
        {answer.limit && ` ${limitWords(answer.limit)}`}
      </p>
      <AnswerOddsLine odds={odds} dates={dates} nowMs={nowMs} />
    </div>
  )
}

type AnswerCardProps = {
  answer: PromiseAnswer
  question: PromiseQuestion
  odds: AnswerOdds
  /** True if the question in the form has changed since. */
  isOld: boolean
}

/** One answer: the ship date, what limits it, how sure it is, the projects it delays, and the button that creates a project from it. */
export function AnswerCard({ answer, question, odds, isOld }: AnswerCardProps) {
  const [isCreating, setCreating] = useState(false)
  const { kind, priority, shipDate, unplaced, delayedCount } = answer
  const organization = useQuery(tenantSettingsQuery()).data
  const toCreate = useRefusal('planProjects')
  const toDelay = useRefusal('planWholeShop', organization && { organization })
  const refusal = toCreate ?? (delayedCount > 0 ? toDelay : null)
  return (
    <Panel
      title={answerTitles[kind]}
      className={isOld ? 'opacity-60' : ''}
      actions={
        shipDate !== null && (
          <Button
            size="small"
            icon={<FolderPlus />}
            disabledReason={refusal ?? (isOld && 'Show the dates again first')}
            onClick={() => setCreating(true)}
          >
            Create project
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <p className="text-ink-3 text-label">
          Priority {priority}. {rules[kind]}
        </p>
        {shipDate === null ? (
          <p className="font-semibold">No date. {unplaced && unplacedWords(unplaced)}</p>
        ) : (
          <>
            <Dated answer={answer} odds={odds} />
            <Delayed answer={answer} />
          </>
        )}
      </div>
      {isCreating && shipDate !== null && (
        <CreateProjectDialog
          question={question}
          kind={kind}
          shipDate={shipDate}
          sureDate={odds.data?.odds?.p80 ?? null}
          delayedCount={delayedCount}
          onClose={() => setCreating(false)}
        />
      )}
    </Panel>
  )
}

export const unplacedWords = (unplaced: NonNullable<PromiseAnswer['unplaced']>): string =>
  `${unplaced.operation}: ${explainUnplaced(unplaced.reason, namesIn(unplaced))}`

const namesIn = ({ reason, workCenter }: NonNullable<PromiseAnswer['unplaced']>): Record<string, string> =>
  reason.code === 'noWorkingTime' && reason.categoryId !== null && workCenter !== null
    ? { [reason.categoryId]: workCenter }
    : {}
