import type { MovePreview } from '#contract/bulk-operations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LateIcon } from '#web/ui/icons/state-icons.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const listed = 50

type ProjectEffect = MovePreview['projects'][number]
type Outlook = ProjectEffect['before']

/** '11/30, 25 d late' */
const outlookWords = ({ forecastCompletionDate, latenessDays }: Outlook, dates: DateSettings): string => {
  if (forecastCompletionDate === null) return 'no date'
  const day = formatShipDate(dayOfEnd(forecastCompletionDate), dates, Date.now())
  if (latenessDays === null) return day
  const late = latenessDays > 0 ? `${formatDays(latenessDays)} late` : 'on time'
  return `${day}, ${late}`
}

function ProjectList({ title, projects, later }: { title: string; projects: ProjectEffect[]; later: boolean }) {
  const dates = useDateSettings()
  if (projects.length === 0) return null
  return (
    <section aria-label={title} className={later ? 'text-crit-text' : 'text-ink-2'}>
      <h3 className="flex items-center gap-1.5 font-semibold">
        {later && <LateIcon className="size-4 shrink-0" />}
        {title}
      </h3>
      <ul className="tabular-nums">
        {projects.slice(0, listed).map(({ projectId, projectNumber, projectName, before, after }) => (
          <li key={projectId}>
            <span className="font-semibold">
              <span className="whitespace-nowrap">#{projectNumber}</span> {projectName}
            </span>
            : {outlookWords(before, dates)} → {outlookWords(after, dates)}
          </li>
        ))}
        {projects.length > listed && <li>and {formatNumber(projects.length - listed)} more</li>}
      </ul>
    </section>
  )
}

type Span = MovePreview['operations'][number]['from']

function MovedOperations({ operations }: { operations: MovePreview['operations'] }) {
  const dates = useDateSettings()
  const when = (date: string | null) => (
    <span className="whitespace-nowrap">{formatShortDateTime(date, dates, Date.now())}</span>
  )
  const span = ({ startDate, endDate }: Span) =>
    startDate === null && endDate === null ? (
      'Not scheduled'
    ) : (
      <>
        {when(startDate)} – {when(endDate)}
      </>
    )
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">Operations that move</caption>
      <thead className="text-left text-ink-3 text-label">
        <tr className="border-line border-b">
          {['Operation', 'Now', 'New'].map((head) => (
            <th key={head} scope="col" className="py-1 pr-3 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operations.slice(0, listed).map(({ operationId, projectNumber, name, from, to }) => (
          <tr key={operationId} className="border-line border-b align-top last:border-b-0">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              <span className="whitespace-nowrap text-ink-3">#{projectNumber}</span> {name || 'Unnamed Operation'}
            </th>
            <td className="py-1 pr-3 text-ink-2">{span(from)}</td>
            <td className="py-1">{span(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const named = 3

/** '#1037 still finishes on the same day.', '#1037, #1038, #1039 and 4 others still finish on the same day.' */
const sameWords = (projects: readonly ProjectEffect[]): string => {
  const numbers = projects.slice(0, named).map(({ projectNumber }) => `#${projectNumber}`)
  const others = projects.length - numbers.length
  const all = [...numbers, ...(others > 0 ? [formatCount(others, 'other')] : [])]
  return `${new Intl.ListFormat('en-GB').format(all)} still ${all.length === 1 ? 'finishes' : 'finish'} on the same day.`
}

type MoveEffectProps = {
  /** The moved operations: '#1027 Weld braces', '12 operations'. */
  subject: string
  preview: MovePreview | undefined
  problem: string | null
}

/** The effect of a move: projects that become later or earlier, old and new dates, and operations that cannot be moved. */
export function MoveEffect({ subject, preview, problem }: MoveEffectProps) {
  if (problem !== null) return <Alert kind="warning">{problem}</Alert>
  if (!preview) {
    return (
      <div role="status" className="flex flex-col gap-1.5">
        <span className="text-ink-3">Calculating the new dates…</span>
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  const { operations, projects, failures } = preview
  const later = projects.filter(({ daysLater }) => (daysLater ?? 0) > 0)
  const earlier = projects.filter(({ daysLater }) => (daysLater ?? 0) < 0)
  const same = projects.filter(({ daysLater }) => !daysLater)
  return (
    <div role="status" className="flex flex-col gap-3">
      <ProjectList later title={`${formatCount(later.length, 'project')} will finish later`} projects={later} />
      <ProjectList
        later={false}
        title={`${formatCount(earlier.length, 'project')} will finish earlier`}
        projects={earlier}
      />
      {same.length > 0 && operations.length > 0 && <p className="text-ink-2">{sameWords(same)}</p>}
      {failures.length > 0 && (
        <ul aria-label="Operations that cannot be moved">
          {failures.slice(0, listed).map(({ operationId, projectNumber, name, reason }) => (
            <li key={operationId} className="flex flex-wrap items-baseline gap-x-3">
              <span>
                <span className="whitespace-nowrap">#{projectNumber}</span> {name || 'Deleted operation'}
              </span>
              <Mark kind="late" className="whitespace-normal!">
                {reason}
              </Mark>
            </li>
          ))}
        </ul>
      )}
      {operations.length === 0 ? <p>Nothing changes for {subject}.</p> : <MovedOperations operations={operations} />}
      {operations.length > listed && (
        <p className="text-ink-3">and {formatCount(operations.length - listed, 'more operation')}</p>
      )}
    </div>
  )
}
