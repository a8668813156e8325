import {
  CalendarClock,
  CalendarOff,
  CirclePause,
  Clock,
  Factory,
  History,
  Link2,
  type LucideIcon,
  Package,
  Paintbrush,
  Pin,
  Snowflake,
  TimerOff,
  TimerReset,
  Truck,
  Users,
} from 'lucide-react'
import type { OperationCause } from '#contract/operation-lists.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Chip } from '#web/ui/chip.tsx'
import { causeWords } from './cause-words.ts'
import { useTableScene } from './table-scene.ts'

const icons: Record<OperationCause['code'], LucideIcon> = {
  none: Clock,
  onHold: CirclePause,
  waitsForHeld: CirclePause,
  predecessor: Link2,
  startedLate: History,
  longerThanEstimated: TimerReset,
  learnedPace: TimerReset,
  notStarted: TimerOff,
  workCentreBusy: Users,
  changeover: Paintbrush,
  closed: CalendarOff,
  release: Factory,
  material: Package,
  pinned: Pin,
  frozen: Snowflake,
  planned: CalendarClock,
  tookLonger: TimerReset,
  waited: History,
  atSupplier: Truck,
  noSlack: Clock,
  wasTaken: Users,
  wasPlanned: CalendarClock,
}

/** The cause of an operation's state in one line, with the full sentence in the tooltip. */
export function CauseChip({ cause }: { cause: OperationCause }) {
  const { dates, nowMs } = useTableScene()
  const words = causeWords(cause, (instant) => formatShortDateTime(instant, dates, nowMs))
  if (!words) return <span className="text-ink-3">—</span>
  const Icon = icons[cause.code]
  const tone = cause.code === 'onHold' || cause.code === 'waitsForHeld' ? 'onHold' : 'neutral'
  return (
    <span className="flex min-w-0" title={words.detail ?? words.title}>
      <Chip tone={tone} icon={<Icon aria-hidden="true" />}>
        {words.title}
      </Chip>
    </span>
  )
}
