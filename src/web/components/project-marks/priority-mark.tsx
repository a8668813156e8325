import { classNames } from '#web/lib/class-names.ts'
import { type Tone, toneFill } from '#web/ui/tones.ts'
import { bandOf, type PriorityBand } from './priority-bands.ts'

const bandTones: Record<PriorityBand, Tone> = {
  '90': 'late',
  '70': 'projectedLate',
  '50': 'primary',
  '0': 'onTime',
}

/** 'P85' after an 8 px square in the color of its band. */
export const PriorityMark = ({ priority, className }: { priority: number; className?: string }) => (
  <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap tabular-nums', className)}>
    <span aria-hidden="true" className={`size-2 rounded-mark ${toneFill[bandTones[bandOf(priority)]]}`} />P{priority}
  </span>
)
