import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import {
  AtRiskIcon,
  CancelledIcon,
  LateIcon,
  OnHoldIcon,
  OnTimeIcon,
  PlannedIcon,
  ProjectedLateIcon,
  RunningIcon,
  UnscheduledIcon,
} from './icons/state-icons.tsx'
import { type Tone, toneText } from './tones.ts'

export type MarkKind =
  | Exclude<Tone, 'neutral' | 'primary'>
  | 'done'
  | 'running'
  | 'planned'
  | 'cancelled'
  | 'unscheduled'
  | 'info'

const marks = {
  late: { Icon: LateIcon, tone: 'late' },
  projectedLate: { Icon: ProjectedLateIcon, tone: 'projectedLate' },
  atRisk: { Icon: AtRiskIcon, tone: 'atRisk' },
  onTime: { Icon: OnTimeIcon, tone: 'onTime' },
  done: { Icon: OnTimeIcon, tone: 'onTime' },
  onHold: { Icon: OnHoldIcon, tone: 'onHold' },
  running: { Icon: RunningIcon, tone: 'primary' },
  planned: { Icon: PlannedIcon, tone: 'neutral' },
  cancelled: { Icon: CancelledIcon, tone: 'neutral' },
  unscheduled: { Icon: UnscheduledIcon, tone: 'neutral' },
  info: { Icon: Info, tone: 'primary' },
} as const

/** Icon and tone of a mark, for chips and places that lay out the word themselves. */
export const markOf = (kind: MarkKind) => marks[kind]

/** A state as icon and word; the five silhouettes can be told apart in greyscale and at 12 px. */
export function Mark({ kind, children, className }: { kind: MarkKind; children: ReactNode; className?: string }) {
  const { Icon, tone } = marks[kind]
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', toneText[tone], className)}>
      <Icon className="size-3.5 shrink-0" />
      {children}
    </span>
  )
}
