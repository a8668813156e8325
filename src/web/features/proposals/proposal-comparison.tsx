import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Proposal, ProposalDetails } from '#contract/proposals.ts'
import { type ComparedProject, compareProposals } from '#domain/proposals/compare-proposals.ts'
import { proposalQuery, proposalsQuery } from '#web/api/schedule/proposals.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { proposalTitle } from '#web/components/proposals/proposal-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { formatDays, formatNumber } from '#web/lib/format-number.ts'
import { SelectField } from '#web/ui/select-field.tsx'

/** Selects the named proposal to compare this one with. */
export function CompareWith({
  proposal,
  value,
  onChange,
}: {
  proposal: Proposal
  value: string | undefined
  onChange: (proposalId: string | undefined) => void
}) {
  const { data = [] } = useQuery(proposalsQuery())
  const others = data.filter(({ proposalId }) => proposalId !== proposal.proposalId)
  if (others.length === 0) return null
  return (
    <SelectField
      label="Compare with"
      className="max-w-75"
      placeholder="Nothing"
      options={others.map(({ proposalId, name }) => ({ value: proposalId, label: name }))}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}

const figures = [
  ['Late projects', 'lateProjects', 'lateProjectsBefore'],
  ['Late days', 'lateDays', 'lateDaysBefore'],
  ['Operations that move', 'movedOperations', null],
  ['Operations not scheduled', 'unplacedOperations', 'unplacedOperationsBefore'],
] as const

const cell = 'border-line border-t px-3 py-1.5 text-left font-normal tabular-nums max-md:px-1.5 max-md:text-label'

/** Two proposals side by side with the situation without them: their metrics, and the projects with different results. */
export function ProposalComparison({ proposal, otherId }: { proposal: ProposalDetails; otherId: string }) {
  return (
    <Loaded query={useQuery(proposalQuery(otherId))}>
      {(other) => <ComparisonTable proposal={proposal} other={other} />}
    </Loaded>
  )
}

function ComparisonTable({ proposal, other }: { proposal: ProposalDetails; other: ProposalDetails }) {
  const projects = compareProposals(proposal, other)
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const [own, others] = [proposal, other].map((each) => proposalTitle(each, { dates, nowMs }))
  return (
    <div className="overflow-auto rounded border border-line">
      <table className="w-full">
        <caption className="sr-only">
          {own} compared with {others}
        </caption>
        <thead className="bg-sunken">
          <tr>
            {['', 'Without a change', own, others].map((head) => (
              <th
                key={head}
                scope="col"
                className="px-3 py-1.5 text-left font-semibold max-md:px-1.5 max-md:text-label"
              >
                {head || <span className="sr-only">Metric or project</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(([label, after, before]) => (
            <tr key={label}>
              <th scope="row" className={cell}>
                {label}
              </th>
              <td className={cell}>{before ? formatNumber(proposal[before]) : '—'}</td>
              <td className={cell}>{formatNumber(proposal[after])}</td>
              <td className={cell}>{formatNumber(other[after])}</td>
            </tr>
          ))}
          {projects.map((project) => (
            <ProjectRow key={project.projectId} project={project} />
          ))}
          {projects.length === 0 && (
            <tr>
              <td colSpan={4} className={`${cell} text-ink-3`}>
                Both proposals finish every project on the same date.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function ProjectRow({ project }: { project: ComparedProject }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { projectId, projectNumber, projectName, completionBefore, latenessDaysBefore, first, second } = project
  const words = (completion: string | null, days: number | null) => {
    if (completion === null) return 'No date'
    return `${formatShipDate(dayOfEnd(completion), dates, nowMs)}${days !== null && days > 0 ? `, ${formatDays(days)} late` : ''}`
  }
  const unchanged = words(completionBefore, latenessDaysBefore)
  const outcome = (after: ComparedProject['first']) =>
    after ? words(after.completionAfter, after.latenessDaysAfter) : unchanged
  return (
    <tr>
      <th scope="row" className={cell}>
        {projectNumber === null ? (
          'Deleted project'
        ) : (
          <Link to="/projects/$projectId" params={{ projectId }} className="text-primary-text hover:underline">
            <span className="whitespace-nowrap">#{projectNumber}</span> {projectName}
          </Link>
        )}
      </th>
      <td className={`${cell} text-ink-3`}>{unchanged}</td>
      <td className={cell}>{outcome(first)}</td>
      <td className={cell}>{outcome(second)}</td>
    </tr>
  )
}
