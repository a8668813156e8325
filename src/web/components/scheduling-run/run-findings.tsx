import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RunResult } from '#contract/run-results.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { runResultQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { explainUnplaced, explainWarning } from '#web/components/placement/explain-placement.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { RunSection } from './run-section.tsx'

interface Finding {
  readonly operationId: string
  readonly projectId: string
  readonly sentence: string
}

interface FindingsProps {
  title: string
  /** The heading, if it differs from title and count. */
  heading?: string | undefined
  startsOpen?: boolean
  isWhole: boolean
  count: number
  findings: readonly Finding[] | undefined
  names: RunResult['names']
  isError: boolean
  onFollow: () => void
}

const Findings = ({
  title,
  heading,
  startsOpen,
  isWhole,
  count,
  findings,
  names,
  isError,
  onFollow,
}: FindingsProps) => (
  <RunSection title={heading ?? `${title} (${formatNumber(count)})`} startsOpen={startsOpen}>
    <ul className={isWhole ? undefined : 'max-h-60 overflow-auto'} aria-label={title}>
      {isError && <li className="border-line border-t px-3 py-2 text-ink-3">They could not be loaded.</li>}
      {findings?.map(({ operationId, projectId, sentence }) => (
        <li key={`${operationId} ${sentence}`} className="border-line border-t px-3 py-1.5">
          {names[operationId] === undefined ? (
            <span className="text-ink-3">Deleted operation</span>
          ) : (
            <Link
              to="/projects/$projectId/operations/$operationId"
              params={{ projectId, operationId }}
              className="font-semibold text-primary-text hover:underline"
              onClick={onFollow}
            >
              {names[operationId]}
            </Link>
          )}
          <span className="block text-ink-2">{sentence}</span>
        </li>
      ))}
      {findings && findings.length < count && (
        <li className="border-line border-t px-3 py-1.5 text-ink-3">
          And {formatNumber(count - findings.length)} more.
        </li>
      )}
    </ul>
  </RunSection>
)

interface PlanFindingsProps {
  unplacedOperations: number
  warnings: number
  /** Undefined while loading. */
  result: Pick<RunResult, 'unplaced' | 'warnings' | 'names'> | undefined
  /** True if the lists have no scroll bars of their own. */
  isWhole?: boolean
  /** Number of unscheduled operations in the plan that this one is compared with. If it is unchanged, the list is collapsed. */
  unplacedBefore?: number | null
  isError?: boolean
  onFollow?: () => void
}

/** The warnings and the unscheduled operations of a plan, each with its reason and a link to the operation. */
export function PlanFindings(props: PlanFindingsProps) {
  const { unplacedOperations, unplacedBefore, warnings, result } = props
  const { isWhole = false, isError = false, onFollow = () => undefined } = props
  const isUnchanged = unplacedOperations === unplacedBefore
  const names = result?.names ?? {}
  const shared = { names, isWhole, isError, onFollow }
  return (
    <>
      {warnings > 0 && (
        <Findings
          {...shared}
          title="Warnings"
          count={warnings}
          findings={result?.warnings.map(({ warning, ...of }) => ({ ...of, sentence: explainWarning(warning, names) }))}
        />
      )}
      {unplacedOperations > 0 && (
        <Findings
          {...shared}
          title="Not scheduled"
          heading={isUnchanged ? `${formatNumber(unplacedOperations)} not scheduled, unchanged` : undefined}
          startsOpen={!isUnchanged}
          count={unplacedOperations}
          findings={result?.unplaced.map(({ reason, ...of }) => ({ ...of, sentence: explainUnplaced(reason, names) }))}
        />
      )}
    </>
  )
}

/** `PlanFindings` of a run. */
export function RunFindings({ run, onFollow }: { run: SchedulingRun; onFollow: () => void }) {
  const [unplacedOperations, warnings] = [run.unplacedOperations ?? 0, run.warnings ?? 0]
  // Older runs have only their numbers.
  const isWanted = run.effect !== null && unplacedOperations + warnings > 0
  const { data, isError } = useQuery({ ...runResultQuery(run.runId), enabled: isWanted })
  return (
    isWanted && (
      <PlanFindings
        unplacedOperations={unplacedOperations}
        warnings={warnings}
        isError={isError}
        onFollow={onFollow}
        result={data}
      />
    )
  )
}
