import { Link } from '@tanstack/react-router'
import { CornerDownRight, Flag, Hourglass, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LatePart } from '#contract/late-parts.ts'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { hasStarted, isDone } from '#web/components/operation-marks/operation-state.ts'
import { CauseSentence } from '#web/components/operation-table/cause-sentence.tsx'
import { lowerFirstWords } from '#web/components/project-marks/priority-words.ts'
import { goingFirstWords } from '#web/components/remedies/remedy-effect.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { type ChainLink, chainLinks, rootReady, startMs } from './late-chain.ts'

type ChainListProps = {
  project: Pick<Project, 'projectId' | 'priority'>
  chain: readonly Operation[]
  operations: readonly Operation[]
  parts: readonly LatePart[]
  /** Remedies for the project, if they are known. */
  remedies?: readonly ProjectRemedy[] | undefined
  dates: DateSettings
  nowMs: number
  onMark: (operationId: string | null) => void
}

type StepProps = {
  icon: ReactNode
  /** Its contribution to the lateness; 0 if it only follows. */
  lateMs?: number
  onEnter?: () => void
  onLeave?: () => void
  children: ReactNode
}

const Step = ({ icon, lateMs, onEnter, onLeave, children }: StepProps) => (
  <li
    className="relative flex gap-2.5 pb-3 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-2.25 not-last:before:w-px not-last:before:bg-line-2"
    onMouseEnter={onEnter}
    onMouseLeave={onLeave}
  >
    <span
      aria-hidden="true"
      className={`relative flex size-5 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3 ${
        lateMs ? 'border-warn-line bg-warn-tint text-warn-text' : 'border-line-2 bg-surface text-ink-3'
      }`}
    >
      {icon}
    </span>
    <div className="min-w-0 grow">{children}</div>
    {lateMs !== undefined && (
      <span
        className={`shrink-0 text-label leading-5 tabular-nums ${lateMs > 0 ? 'font-semibold text-crit-text' : 'text-ink-3'}`}
      >
        {lateMs > 0 ? `+${formatSpan(lateMs)}` : '0'}
      </span>
    )}
  </li>
)

/** Why an operation without a share of the lateness starts when it does, relative to the previous operation. */
const followText = ({ operations, gapMs }: ChainLink, before: Operation | undefined, startsAt: string): string => {
  const [first] = operations
  if (operations.length > 1) return 'each starts when the one before it ends'
  if (gapMs === null || !before) {
    if (first && isDone(first)) return 'completed'
    return first && hasStarted(first) ? `in progress since ${startsAt}` : `starts ${startsAt}`
  }
  if (Math.abs(gapMs) < 60_000) return `starts when ${before.name} ends`
  return gapMs < 0
    ? `starts ${startsAt}, before ${before.name} ends`
    : `starts ${startsAt}, ${formatSpan(gapMs)} after ${before.name} ends`
}

const Names = ({ operations, bold }: { operations: readonly Operation[]; bold: boolean }) => (
  <p className={`break-words ${bold ? 'font-semibold' : ''}`}>
    {operations.map(({ operationId, projectId, name }, index) => (
      <span key={operationId}>
        {index > 0 && ', '}
        <Link
          to="/projects/$projectId/operations/$operationId"
          params={{ projectId, operationId }}
          className="hover:underline"
        >
          {name}
        </Link>
      </span>
    ))}
  </p>
)

/** Whether it waits for lower-priority work of another project. Stated once, at the largest such part. */
const isOvertaken = ({ cause }: LatePart, { projectId, priority }: ChainListProps['project']): boolean =>
  cause.operation !== null && cause.operation.projectId !== projectId && (cause.priority ?? priority) < priority

/** Whether a remedy goes first in the queue of a part, with the other sequences unchanged. */
const goesAheadIn = ({ code, method, workCenter }: ProjectRemedy, { cause }: LatePart): boolean =>
  code === 'goFirst' && method === 'keepSequence' && workCenter?.categoryId === cause.workCenter?.categoryId

/** The operations from the last one back to the root, each with its share of the lateness. Hovering marks one elsewhere. */
export function ChainList({ project, chain, operations, parts, remedies, dates, nowMs, onMark }: ChainListProps) {
  const dayTime = (instant: string | number | null) => formatShortDateTime(instant, dates, nowMs)
  const ready = rootReady(chain, operations)
  const rest = parts.find(({ operation }) => operation === null)
  const isLate = parts.length > 0
  const overtaken = parts.find((part) => isOvertaken(part, project))
  const ahead = overtaken && remedies?.find((remedy) => goesAheadIn(remedy, overtaken))
  return (
    <ol>
      {chainLinks(chain, operations, parts).map((link) => {
        const [first] = link.operations
        if (!first) return null
        const last = link.operations.at(-1) ?? first
        const lateMs = link.parts.reduce((sum, part) => sum + part.lateMs, 0)
        const before = chain[chain.indexOf(last) + 1]
        return (
          <Step
            key={first.operationId}
            icon={lateMs > 0 ? <TriangleAlert /> : <CornerDownRight />}
            {...(isLate ? { lateMs } : {})}
            onEnter={() => onMark(first.operationId)}
            onLeave={() => onMark(null)}
          >
            <Names operations={link.operations} bold={lateMs > 0} />
            {link.parts.map(({ cause, lateMs: ms }) => (
              <p key={`${cause.code} ${cause.operation?.operationId}`} className="text-ink-2 text-label">
                <CauseSentence cause={cause} dayTime={dayTime} />
                {link.parts.length > 1 && <span className="tabular-nums"> +{formatSpan(ms)}</span>}
              </p>
            ))}
            {overtaken?.cause.operation && link.parts.includes(overtaken) && (
              <p className="text-ink-3 text-label">
                {lowerFirstWords(
                  overtaken.cause.operation.projectNumber,
                  overtaken.cause.priority ?? 0,
                  project.priority,
                )}
                {ahead && ` ${goingFirstWords(ahead)}`}
              </p>
            )}
            {link.parts.length === 0 && (
              <p className="text-ink-2 text-label">{followText(link, before, dayTime(startMs(last)))}</p>
            )}
          </Step>
        )
      })}
      {rest && (
        <Step icon={<Hourglass />} lateMs={rest.lateMs}>
          <p className="font-semibold">
            <CauseSentence cause={rest.cause} dayTime={dayTime} />
          </p>
        </Step>
      )}
      {ready && (
        <Step icon={<Flag />} {...(isLate ? { lateMs: 0 } : {})}>
          <p>Ready to start {dayTime(ready.atMs)}</p>
          <p className="text-ink-2 text-label">after {ready.names.join(', ')} finished</p>
        </Step>
      )}
    </ol>
  )
}
