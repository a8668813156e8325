import type { Project } from '#contract/projects.ts'
import type { Tone } from '#web/ui/tones.ts'

/** The scale of the bar in days, with late to the left and slack to the right. */
const slackScale = { lateDays: 24, slackDays: 10 } as const

export interface SlackShape {
  side: 'late' | 'slack'
  /** Share of its side that is filled, 0 to 1; without slack a sliver remains. */
  fraction: number
  tone: Tone
}

/** Slack in calendar days, negative if late; null if nothing of the project is scheduled. */
export const slackDays = ({ latenessDays }: Pick<Project, 'latenessDays'>): number | null =>
  latenessDays === null ? null : 0 - latenessDays

/** The micro bar of a project's slack in calendar days: red if negative, ochre if at risk, otherwise green. */
export function slackShape(days: number, state: Project['state']): SlackShape {
  if (days < 0) return { side: 'late', fraction: Math.min(1, -days / slackScale.lateDays), tone: 'late' }
  return {
    side: 'slack',
    fraction: Math.min(1, Math.max(0.06, days / slackScale.slackDays)),
    tone: state === 'atRisk' ? 'atRisk' : 'onTime',
  }
}
