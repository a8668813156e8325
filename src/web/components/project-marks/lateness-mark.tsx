import type { Project } from '#contract/projects.ts'
import { Mark } from '#web/ui/mark.tsx'
import { stateLooks } from './state-mark.tsx'

/** The lateness of a project in words: '23 d late', '0 d slack'; its state where days say nothing. */
export const latenessWords = ({ state, latenessDays }: Pick<Project, 'state' | 'latenessDays'>): string => {
  const judged = state === 'late' || state === 'projectedLate' || state === 'atRisk' || state === 'onTime'
  if (!judged || latenessDays === null) return stateLooks[state].word
  return latenessDays > 0 ? `${latenessDays} d late` : `${-latenessDays} d slack`
}

/** State and lateness in one mark, for narrow rows and cards. */
export const LatenessMark = ({ project }: { project: Pick<Project, 'state' | 'latenessDays'> }) => (
  <Mark kind={stateLooks[project.state].kind} className="tabular-nums">
    {latenessWords(project)}
  </Mark>
)
