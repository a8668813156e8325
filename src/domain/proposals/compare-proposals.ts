import type { ProposalDetails } from '#contract/proposals.ts'
import type { RunProject } from '#contract/run-results.ts'

type Outcome = Pick<RunProject, 'completionAfter' | 'latenessDaysAfter'>

/** One project in two proposals; null = this proposal does not change when it ends. */
export interface ComparedProject {
  readonly projectId: string
  readonly projectNumber: string | null
  readonly projectName: string | null
  /** Without either proposal. */
  readonly completionBefore: string | null
  readonly latenessDaysBefore: number | null
  readonly first: Outcome | null
  readonly second: Outcome | null
}

/** How much worse the second proposal is for a project, in days of lateness; no date is worse than any date. */
const worse = ({ first, second, latenessDaysBefore }: ComparedProject): number => {
  const late = (outcome: Outcome | null): number => {
    if (outcome === null) return Math.max(0, latenessDaysBefore ?? 0)
    return outcome.completionAfter === null ? Number.MAX_SAFE_INTEGER : Math.max(0, outcome.latenessDaysAfter ?? 0)
  }
  return late(second) - late(first)
}

/** The projects that two proposals treat differently from each other, those first for which they differ most. */
export const compareProposals = (
  first: Pick<ProposalDetails, 'projects'>,
  second: Pick<ProposalDetails, 'projects'>,
): ComparedProject[] => {
  const [ofFirst, ofSecond] = [first, second].map(
    ({ projects }) => new Map(projects.map((project) => [project.projectId, project])),
  )
  const all = new Map([...second.projects, ...first.projects].map((project) => [project.projectId, project]))
  return [...all.values()]
    .map(({ projectId, projectNumber, projectName, completionBefore, latenessDaysBefore }) => ({
      projectId,
      projectNumber,
      projectName,
      completionBefore,
      latenessDaysBefore,
      first: ofFirst?.get(projectId) ?? null,
      second: ofSecond?.get(projectId) ?? null,
    }))
    .filter((project) => project.first?.completionAfter !== project.second?.completionAfter)
    .sort((a, b) => Math.abs(worse(b)) - Math.abs(worse(a)) || (a.projectId < b.projectId ? -1 : 1))
}
