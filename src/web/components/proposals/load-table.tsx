import { type CenterLoad, loadDays } from '#contract/working-time.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatNumber, formatPercent } from '#web/lib/format-number.ts'

/** '78 %' and '124.5 of 160 h' */
function LoadCell({ booked, open }: { booked: number; open: number }) {
  return (
    <td className="py-1 pl-3 text-right align-top">
      {open > 0 ? formatPercent((booked / open) * 100) : 'closed'}
      <span className="block text-ink-3 text-label">
        {formatNumber(Math.round(booked))} of {formatNumber(Math.round(open))} h
      </span>
    </td>
  )
}

/** Load of the work centers that a change affects, before and after it. */
export function LoadTable({ loads, fromAt }: { loads: readonly CenterLoad[]; fromAt: string }) {
  const dates = useDateSettings()
  if (loads.length === 0) return null
  return (
    <table className="w-full tabular-nums">
      <caption className="pb-1 text-left text-ink-2 text-label">
        Load of the {loadDays / 7} weeks from {formatShipDate(fromAt, dates)}
      </caption>
      <thead className="text-ink-3 text-label">
        <tr className="border-line border-b">
          <th scope="col" className="py-1 text-left font-normal">
            Work center
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            Before
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {loads.map((load) => (
          <tr key={load.categoryId} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-1 text-left align-top font-normal">
              {load.name}
            </th>
            <LoadCell booked={load.bookedHoursBefore} open={load.openHoursBefore} />
            <LoadCell booked={load.bookedHoursAfter} open={load.openHoursAfter} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
