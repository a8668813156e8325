import type { Project } from '#contract/projects.ts'
import { Mark } from '#web/ui/mark.tsx'
import { slackDays } from './slack-scale.ts'
import { stateLooks } from './state-mark.tsx'

/** The lateness of a project in words: '23 d late', '0 d slack'; its state where days say nothing. */
export const latenessWords = (project: Pick<Project, 'state' | 'latenessDays'>): string => {
  const { state } = project
  const days = slackDays(project)
  const judged = state === 'late' || state === 'projectedLate' || state === 'atRisk' || state === 'onTime'
  if (!judged || days === null) return stateLooks[state].word
  return days < 0 ? `${-days} d late` : `${days} d slack`
}

/** State and lateness in one mark, for narrow rows and cards. */
export const LatenessMark = ({ project }: { project: Pick<Project, 'state' | 'latenessDays'> }) => (
  <Mark kind={stateLooks[project.state].kind} className="tabular-nums">
    {latenessWords(project)}
  </Mark>
)
