import type { ReactNode } from 'react'
import { type PriorityTone, priorityTone } from '#domain/kanban/priority-tone.ts'
import { kindOfStatus } from '#web/components/status/kind-of-status.ts'
import { markOf } from '#web/ui/mark.tsx'
import { type Tone, toneSurface } from '#web/ui/tones.ts'
import { KanbanIcon, type KanbanIconName } from './kanban-icon.tsx'

type CardChipProps = { tone: Tone; icon?: KanbanIconName | undefined; children: ReactNode }

/** The chip of the design system in three nodes: a label and an icon on a tinted background. */
export const CardChip = ({ tone, icon, children }: CardChipProps) => (
  <span
    className={`inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-inner border px-1.5 text-label tabular-nums ${toneSurface[tone]}`}
  >
    {icon && <KanbanIcon name={icon} />}
    {children}
  </span>
)

const rampTones: Record<PriorityTone, Tone> = {
  error: 'late',
  warning: 'projectedLate',
  info: 'primary',
  success: 'onTime',
}

/** `plain` omits the flag icon, to leave room for dates. */
export const PriorityChip = ({ priority, plain }: { priority: number; plain?: boolean }) => (
  <CardChip tone={rampTones[priorityTone(priority)]} icon={plain ? undefined : 'flag'}>
    P{priority}
  </CardChip>
)

/** A status in the words of the server, with the look of its meaning. */
export const CardStatus = ({ status }: { status: string }) => {
  const kind = kindOfStatus(status)
  return (
    <CardChip tone={markOf(kind).tone} icon={kind}>
      {status}
    </CardChip>
  )
}
