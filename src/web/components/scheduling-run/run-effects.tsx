import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type RunEffectCounts, type RunEffectKind, runEffectKinds } from '#contract/run-effects.ts'
import type { RunProject } from '#contract/run-results.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { runResultQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { changedProjects, effectTitles, effectWords } from './run-effect-words.ts'
import { RunSection } from './run-section.tsx'

const marks: Record<RunEffectKind, MarkKind> = {
  becameLate: 'late',
  later: 'atRisk',
  noDate: 'unscheduled',
  newDate: 'planned',
  recovered: 'onTime',
  earlier: 'onTime',
}

/** The number is a link to the project; for a deleted project only the deletion is shown. */
const ProjectLink = ({ project, onFollow }: { project: RunProject; onFollow: () => void }) => {
  const { projectId, projectNumber, projectName } = project
  if (projectNumber === null) return <span className="text-ink-3">Deleted project</span>
  return (
    <span className="flex min-w-0 gap-1.5">
      <Link
        to="/projects/$projectId"
        params={{ projectId }}
        className="shrink-0 whitespace-nowrap font-semibold text-primary-text tabular-nums hover:underline"
        onClick={onFollow}
      >
        #{projectNumber}
      </Link>
      <span className="truncate">{projectName}</span>
    </span>
  )
}

/** '8 operations move', or 'moved' once the plan is applied; operations with their first dates are scheduled. */
const operationWords = ({ kind, movedOperations: count }: RunProject, isDone: boolean): string => {
  const operations = formatCount(count, 'operation')
  if (kind === 'newDate') return isDone ? `${operations} scheduled` : `${operations} to schedule`
  return `${operations} ${isDone ? 'moved' : count === 1 ? 'moves' : 'move'}`
}

interface RowProps {
  project: RunProject
  isDone: boolean
  /** True for columns, false for two lines. */
  isWide: boolean
  dates: DateSettings
  onFollow: () => void
}

const Row = ({ project, isDone, isWide, dates, onFollow }: RowProps) => {
  const { completionBefore, completionAfter } = project
  const date = (instant: string | null) => (instant === null ? 'No date' : formatShipDate(dayOfEnd(instant), dates))
  return (
    <li
      className={`items-center gap-x-4 border-line border-t px-3 py-1.5 ${
        isWide ? 'grid grid-cols-3' : 'flex flex-wrap justify-between'
      }`}
    >
      <ProjectLink project={project} onFollow={onFollow} />
      <span
        className={`flex items-center gap-1.5 whitespace-nowrap tabular-nums ${isWide ? 'justify-end lg:order-last' : ''}`}
      >
        <span className="text-ink-3">{date(completionBefore)}</span>
        <ArrowRight aria-hidden="true" className="size-3.5 text-ink-3" />
        <VisuallyHidden>to</VisuallyHidden>
        {date(completionAfter)}
      </span>
      <span className={`text-ink-2 ${isWide ? '' : 'w-full text-label'}`}>
        {[effectWords(project), operationWords(project, isDone)].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

interface ProjectEffectsProps {
  /** True if the plan is applied, not only previewed. */
  isDone: boolean
  /** True if the lists have no scroll bars of their own. */
  isWhole?: boolean
  effect: RunEffectCounts
  /** Undefined while loading. */
  projects: readonly RunProject[] | undefined
  isError?: boolean
  onFollow?: () => void
}

/** The effects of a plan on projects, worst first; each number is a link to its project. */
export function ProjectEffects({
  isDone,
  isWhole = false,
  effect,
  projects,
  isError = false,
  onFollow = () => undefined,
}: ProjectEffectsProps) {
  const dates = useDateSettings()
  const isWide = !useNarrow(1024) && isWhole
  const count = changedProjects(effect)
  if (count === 0) return <p className="text-ink-2">No project's end date changes.</p>
  return (
    <RunSection title={`What it ${isDone ? 'changed' : 'would change'} (${formatCount(count, 'project')})`}>
      <div className={isWhole ? undefined : 'max-h-90 overflow-auto'}>
        {isError && <p className="border-line border-t px-3 py-2 text-ink-3">The projects could not be loaded.</p>}
        {runEffectKinds.map((kind) => {
          const listed = projects?.filter((project) => project.kind === kind) ?? []
          const more = effect[kind] - listed.length
          if (effect[kind] === 0) return null
          return (
            <section key={kind}>
              <h4 className="border-line border-t bg-sunken px-3 py-1 text-label">
                <Mark kind={marks[kind]}>
                  {effectTitles[kind]} ({formatNumber(effect[kind])})
                </Mark>
              </h4>
              <ul aria-label={effectTitles[kind]}>
                {listed.map((project) => (
                  <Row
                    key={project.projectId}
                    project={project}
                    isDone={isDone}
                    isWide={isWide}
                    dates={dates}
                    onFollow={onFollow}
                  />
                ))}
                {projects && more > 0 && (
                  <li className="border-line border-t px-3 py-1.5 text-ink-3">And {formatNumber(more)} more.</li>
                )}
              </ul>
            </section>
          )
        })}
      </div>
    </RunSection>
  )
}

interface EffectsProps {
  run: SchedulingRun
  onFollow: () => void
}

/** The effects of a run on projects. */
export function RunEffects({ run, onFollow }: EffectsProps) {
  const { effect } = run
  const { data, isError } = useQuery({ ...runResultQuery(run.runId), enabled: effect !== null })
  if (effect === null) return null
  return (
    <ProjectEffects
      isDone={!run.preview}
      effect={effect}
      isError={isError}
      onFollow={onFollow}
      projects={data?.projects}
    />
  )
}
