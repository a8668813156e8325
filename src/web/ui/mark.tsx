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
import { type MarkKind, markTones, toneText } from './tones.ts'

export type { MarkKind } from './tones.ts'

const icons: Record<MarkKind, (props: { className?: string }) => ReactNode> = {
  late: LateIcon,
  projectedLate: ProjectedLateIcon,
  atRisk: AtRiskIcon,
  onTime: OnTimeIcon,
  done: OnTimeIcon,
  onHold: OnHoldIcon,
  running: RunningIcon,
  planned: PlannedIcon,
  cancelled: CancelledIcon,
  unscheduled: UnscheduledIcon,
  info: Info,
}

/** Icon and tone of a mark, for places that lay out the word themselves. */
export const markOf = (kind: MarkKind) => ({ Icon: icons[kind], tone: markTones[kind] })

/** A state as icon and word; the five shapes can be told apart in grayscale and at 12 px. */
export function Mark({ kind, children, className }: { kind: MarkKind; children: ReactNode; className?: string }) {
  const { Icon, tone } = markOf(kind)
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', toneText[tone], className)}>
      <Icon className="size-3.5 shrink-0" />
      {children}
    </span>
  )
}
