import { CalendarX, Gauge, Hourglass, Truck } from 'lucide-react'
import type { Dashboard } from '#contract/dashboard.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { overCapacityMeaning } from '#web/components/load-heat/load-words.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { LateIcon, OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { FigureBox } from './figure-box.tsx'

/** '8 work centers', or '8 work centers and 1 pool': the resources with a load. */
const resourceWords = ({ workCenters: all }: Dashboard['load']): string => {
  const centers = all.filter(isWorkCenter).length
  const pools = all.length - centers
  return `${formatCount(centers, 'work center')}${pools > 0 ? ` and ${formatCount(pools, 'pool')}` : ''}`
}

/** The six metrics. Each opens the list that it counts. */
export const DashboardFigures = ({ figures, load, stalledAfterDays }: Dashboard) => (
  <nav
    aria-label="Today's metrics"
    className="grid grid-cols-6 rounded border border-line-2 bg-surface max-lg:grid-cols-3"
  >
    <FigureBox
      icon={<LateIcon className="text-crit-text" />}
      label="Late"
      short="Late"
      count={figures.late}
      to={{ to: '/projects', search: { view: 'late' } }}
    >
      will miss the ship date
    </FigureBox>
    <FigureBox
      icon={<CalendarX className="text-crit-text" />}
      label="Past due"
      short="Past due"
      count={figures.pastDue}
      to={{ to: '/projects', search: { view: 'pastDue' } }}
    >
      ship date passed
    </FigureBox>
    <FigureBox
      icon={<Truck />}
      label="Ship in 14 days"
      short="Ship 14 d"
      count={figures.shipsSoon}
      to={{ to: '/projects', search: { view: 'shipsSoon' } }}
    >
      {figures.shipsSoonReady} ready
    </FigureBox>
    <FigureBox
      icon={<Hourglass />}
      label="Stalled"
      short="Stalled"
      count={figures.stalled}
      to={{ to: '/operations', search: { stalled: true } }}
    >
      {stalledAfterDays} d without progress
    </FigureBox>
    <FigureBox
      icon={<OnHoldIcon className="text-hold-text" />}
      label="On hold"
      short="On hold"
      count={figures.onHold}
      to={{ to: '/projects', search: { view: 'all', state: ['onHold'] } }}
    >
      not scheduled
    </FigureBox>
    <FigureBox
      icon={<Gauge className={figures.overCapacity > 0 ? 'text-crit-text' : ''} />}
      label="Over capacity"
      short="Overload"
      count={figures.overCapacity}
      to={{ to: '/analytics', search: { weeks: 3 } }}
      meaning={overCapacityMeaning}
    >
      of {resourceWords(load)}
    </FigureBox>
  </nav>
)
