import { ChevronDown, ChevronsLeft, Clock, Ellipsis, Flag, Info, Pencil, Truck } from 'lucide-react'
import {
  AtRiskIcon,
  CancelledIcon,
  LateIcon,
  OnHoldIcon,
  OnTimeIcon,
  PlannedIcon,
  ProjectedLateIcon,
  RunningIcon,
} from '#web/ui/icons/state-icons.tsx'

const icons = {
  flag: Flag,
  ship: Truck,
  clock: Clock,
  expand: ChevronDown,
  fold: ChevronsLeft,
  more: Ellipsis,
  progress: Pencil,
  late: LateIcon,
  soon: AtRiskIcon,
  projectedLate: ProjectedLateIcon,
  planned: PlannedIcon,
  running: RunningIcon,
  onHold: OnHoldIcon,
  done: OnTimeIcon,
  cancelled: CancelledIcon,
  info: Info,
}
export type KanbanIconName = keyof typeof icons

/** All icons of the cards, once per board. A card only refers to them, which takes two nodes instead of six. */
export const KanbanIconSheet = () => (
  <svg aria-hidden="true" className="absolute size-0">
    <defs>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={`board-${name}`} className="" />
      ))}
    </defs>
  </svg>
)

export const KanbanIcon = ({ name, className = 'size-3.5' }: { name: KanbanIconName; className?: string }) => (
  <svg aria-hidden="true" className={`shrink-0 ${className}`}>
    <use href={`#board-${name}`} width="100%" height="100%" />
  </svg>
)
