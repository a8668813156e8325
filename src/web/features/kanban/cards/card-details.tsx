import type { ReactNode } from 'react'
import { isOutside } from '#domain/categories/category-kind.ts'
import { forecastDayWords } from '#web/components/project-marks/forecast-day.ts'
import { LatenessMark } from '#web/components/project-marks/lateness-mark.tsx'
import { ProjectedDate } from '#web/components/project-marks/projected-date.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDuration, formatHours } from '#web/lib/format-hours.ts'
import { useKanbanScene } from '../board/kanban-scene.ts'
import type { OperationCard, ProjectCard } from '../model/kanban-card.ts'
import { hoursLeftOf } from '../model/kanban-card.ts'
import { CardWorkTime } from './card-work-time.tsx'
import { OpenOperations } from './open-operations.tsx'

/** A line of the additional details, as high as the card reckons with. */
export const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex h-[1.25rem] items-center justify-between gap-3">
    <dt className="shrink-0 text-ink-2">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1.5 truncate tabular-nums">{children}</dd>
  </div>
)

const details = 'mx-3 border-line border-t py-2 text-label'

/** The additional lines of an expanded project card: forecast and lateness, running operation, remaining work. */
export function ProjectDetails({ card }: { card: ProjectCard }) {
  const { project } = card
  const { dates, nowMs, categories } = useKanbanScene()
  const { currentOperation: now } = project
  return (
    <dl className={details}>
      <Line label="Projected">
        <ProjectedDate project={project} short format={(end) => formatShipDate(dayOfEnd(end), dates, nowMs)} />
      </Line>
      <Line label="Forecast">
        {forecastDayWords(project, dates, nowMs)}
        {project.forecastCompletionDate !== null && <LatenessMark project={project} />}
      </Line>
      <Line label={now && !now.running ? 'Next' : 'Now'}>
        {now ? (
          <WorkCenterMark color={categories.get(now.categoryId ?? '')?.color} hollow={!now.running}>
            {now.name || 'Unnamed Operation'}
          </WorkCenterMark>
        ) : (
          '—'
        )}
      </Line>
      <Line label="Operations">
        {project.completedOperationCount} of {project.operationCount} done · {formatHours(project.hoursLeft)} left
      </Line>
      <OpenOperations card={card} />
    </dl>
  )
}

/** The additional lines of an expanded operation card. */
export function OperationDetails({ card }: { card: OperationCard }) {
  const { dates, nowMs, categories } = useKanbanScene()
  const category = categories.get(card.categoryId ?? '')
  const outside = category !== undefined && isOutside(category)
  const time = (atMs: number | null) => (atMs === null ? 'Not scheduled' : formatShortDateTime(atMs, dates, nowMs))
  return (
    <dl className={details}>
      <Line label="Work center">
        {category ? <WorkCenterMark color={category.color}>{category.name}</WorkCenterMark> : '—'}
      </Line>
      <Line label="Start">{time(card.startMs)}</Line>
      {card.materialReadyMs !== null && (
        <Line label="Material ready">{formatShipDate(card.materialReadyMs, dates, nowMs)}</Line>
      )}
      <Line label={outside ? 'Time left' : 'Hours left'}>
        {formatDuration(hoursLeftOf(card), outside)} of {formatDuration(card.durationHours, outside)}
      </Line>
      {card.begun && <CardWorkTime card={card} />}
    </dl>
  )
}
