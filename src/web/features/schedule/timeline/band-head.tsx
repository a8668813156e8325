import { Gauge } from 'lucide-react'
import { memo } from 'react'
import { useBoard } from '../board-context.ts'
import { swatch } from '../gantt/bar-look.ts'
import { loadPercent } from '../model/load-by-day.ts'
import type { PlacedBand } from './band-layout.ts'
import { centerLoad } from './center-load.ts'

export const capacityWords = (capacity: number) => (capacity === 1 ? '1 at a time' : `${capacity} at once`)

/** Demand of the present week (from the organisation's first day of it) in percent of its open hours, as if there were room for all of it (analytics tell what is planned); null when the work centre is closed all week or has no capacity. */
export const useWeekLoad = (band: PlacedBand): number | null => {
  const { model, grid, nowMs } = useBoard()
  if (!band.hasStrip) return null
  const today = grid.indexAt(nowMs)
  const first = today - grid.daysIntoWeek(today)
  return loadPercent(centerLoad(model, grid, band), first, first + 7)
}

/** A work centre beside its lanes: name, capacity, and the demand of this week. */
export const BandHead = memo(function BandHead({ band, top }: { band: PlacedBand; top: number }) {
  const { model } = useBoard()
  const center = model.data.categories[band.category]
  const week = useWeekLoad(band)
  const over = week !== null && week > 100.5
  const oneLine = band.lanes.length === 1
  return (
    <div
      className="absolute flex w-full flex-col border-line-2 border-b bg-surface pr-3 pl-5 text-body"
      style={{ top, height: band.heightPx }}
    >
      <div className={`flex pt-1.5 ${oneLine ? 'items-center' : 'flex-col'}`}>
        <span className="flex min-w-0 items-center gap-1.5 font-semibold">
          <span className="size-2 shrink-0 rounded-mark" style={{ background: swatch(center?.color) }} />
          <span className="truncate">{center?.name ?? 'No work center'}</span>
        </span>
        {center && (
          <span className={`shrink-0 text-ink-2 text-label ${oneLine ? 'ml-auto' : 'pl-3.5'}`}>
            {capacityWords(band.capacity)}
          </span>
        )}
      </div>
      {band.hasStrip && (
        <div className="mt-auto flex items-center justify-between pb-1 text-ink-2 text-label">
          <span title="Working hours requested this week, including work that waits for capacity, as a share of the open hours. Analytics shows the planned hours.">
            Demand this week
          </span>
          <span
            className={`flex items-center gap-1 font-semibold tabular-nums ${over ? 'text-crit-text' : 'text-ink'}`}
          >
            {over && <Gauge className="size-3.5" />}
            {week === null ? 'closed' : `${Math.round(week)} %`}
          </span>
        </div>
      )}
    </div>
  )
})
