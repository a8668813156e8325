import { Clock } from 'lucide-react'
import type { Severity } from '#contract/operation-filter.ts'
import { Chip } from '#web/ui/chip.tsx'
import { AtRiskIcon, LateIcon, ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'
import type { Tone } from '#web/ui/tones.ts'

/** Name, tone and limits (14, 7 and 3 days) of each severity. */
export const severityLooks: Record<Severity, { word: string; days: string; tone: Tone; Icon: typeof LateIcon }> = {
  critical: { word: 'Critical', days: '14 d or more', tone: 'late', Icon: LateIcon },
  high: { word: 'High', days: '7 to 13 d', tone: 'projectedLate', Icon: ProjectedLateIcon },
  medium: { word: 'Medium', days: '3 to 6 d', tone: 'atRisk', Icon: AtRiskIcon },
  low: { word: 'Low', days: 'up to 2 d', tone: 'neutral', Icon: (props) => <Clock {...props} /> },
}

/** How overdue an operation is: icon and word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { word, tone, Icon } = severityLooks[severity]
  return (
    <Chip tone={tone} icon={<Icon />}>
      {word}
    </Chip>
  )
}
