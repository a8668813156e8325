import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Operation } from '#contract/operations.ts'
import type { PlacementFactor } from '#contract/placement.ts'
import { placementQuery } from '#web/api/schedule.queries.ts'
import { factorIcons } from '#web/components/operation-marks/factor-icons.ts'
import { explainFactor } from '#web/components/placement/explain-placement.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import type { ChainLink, LateChain } from './late-chain.ts'

type ChainListProps = {
  chain: LateChain
  operations: readonly Operation[]
  dates: DateSettings
  nowMs: number
  onMark: (operationId: string | null) => void
}

/** Whether a reason mentions records outside the project, such as a work center or an operation of another project. */
const needsNames = ({ factors }: ChainLink) => factors.some(({ code }) => code === 'workCentreBusy')

const costsTime = (factors: readonly PlacementFactor[]) =>
  factors.some(({ code }) => code === 'workCentreBusy' || code === 'closed' || code === 'pinned' || code === 'frozen')

type StepProps = {
  icon: ReactNode
  bold?: boolean
  at?: string
  onEnter?: () => void
  onLeave?: () => void
  children: ReactNode
}

const Step = ({ icon, bold = false, at, onEnter, onLeave, children }: StepProps) => (
  <li
    className="relative flex gap-2.5 pb-3 not-last:before:absolute not-last:before:top-5 not-last:before:bottom-0 not-last:before:left-2.25 not-last:before:w-px not-last:before:bg-line-2"
    onMouseEnter={onEnter}
    onMouseLeave={onLeave}
  >
    <span
      aria-hidden="true"
      className={`relative flex size-5 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3 ${
        bold ? 'border-warn-line bg-warn-tint text-warn-text' : 'border-line-2 bg-surface text-ink-3'
      }`}
    >
      {icon}
    </span>
    <div className="min-w-0 grow">{children}</div>
    {at && (
      <span className={`shrink-0 text-label leading-5 tabular-nums ${bold ? 'font-semibold' : 'text-ink-3'}`}>
        {at}
      </span>
    )}
  </li>
)

/** Each operation of the chain with the reasons for its start. Hovering marks it in strip and table. */
export function ChainList({ chain, operations, dates, nowMs, onMark }: ChainListProps) {
  const known = useQueries({
    queries: chain.links.filter(needsNames).map(({ operations: [first] }) => placementQuery(first?.operationId ?? '')),
    combine: (answers) => Object.assign({}, ...answers.map(({ data }) => data?.names ?? {})) as Record<string, string>,
  })
  const names = { ...known, ...Object.fromEntries(operations.map(({ operationId, name }) => [operationId, name])) }
  const format = { dayTime: (atMs: number) => formatShortDateTime(atMs, dates, nowMs) }
  const explain = (factor: PlacementFactor) => {
    const { title, detail } = explainFactor(factor, names, format)
    return [title, detail].filter(Boolean).join(', ')
  }
  const readyWhen = (factor: PlacementFactor) => {
    if (factor.code === 'now') return 'when the run was calculated'
    if (factor.code !== 'predecessor') return explain(factor)
    return `after ${names[factor.operationId] || 'an earlier operation'} finishes`
  }
  return (
    <ol>
      {chain.links.map((link) => {
        const [first] = link.operations
        if (!first) return null
        const bold = costsTime(link.factors)
        const leading = link.factors.find((factor) => costsTime([factor])) ?? link.factors[0]
        const Icon = leading ? factorIcons[leading.code] : Flag
        return (
          <Step
            key={first.operationId}
            icon={<Icon />}
            bold={bold}
            at={formatShortDateTime(link.operations.at(-1)?.startDate, dates, nowMs)}
            onEnter={() => onMark(first.operationId)}
            onLeave={() => onMark(null)}
          >
            <p className={bold ? 'font-semibold' : ''}>
              {link.operations.map(({ operationId, projectId, name }, index) => (
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
            <p className="text-ink-2 text-label">
              {link.follows && link.operations.length > 1
                ? 'each starts when the one before it ends'
                : link.factors.length === 0
                  ? 'no reason recorded yet; run the scheduler to see one'
                  : link.factors.map(explain).join('. ')}
            </p>
          </Step>
        )
      })}
      {chain.ready && (
        <Step icon={<Flag />} at={format.dayTime(chain.ready.at)}>
          <p>Ready to start: {readyWhen(chain.ready)}</p>
        </Step>
      )}
    </ol>
  )
}
