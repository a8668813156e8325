import {
  CalendarCheck,
  CalendarOff,
  CircleCheck,
  Clock,
  Factory,
  Link2,
  ListOrdered,
  Package,
  Paintbrush,
  Pin,
  Play,
  Snowflake,
  TimerReset,
  Users,
} from 'lucide-react'
import type { PlacementFactor } from '#contract/placement.ts'

/** One icon for each reason of a placement. */
export const factorIcons: Record<PlacementFactor['code'], typeof Clock> = {
  now: Clock,
  release: Factory,
  material: Package,
  planned: CalendarCheck,
  longestLag: TimerReset,
  predecessor: Link2,
  workCentreBusy: Users,
  sequence: ListOrdered,
  changeover: Paintbrush,
  closed: CalendarOff,
  pinned: Pin,
  frozen: Snowflake,
  started: Play,
  completed: CircleCheck,
}
