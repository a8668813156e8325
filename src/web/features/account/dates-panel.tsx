import { ianaZone } from '#contract/time-zones.ts'
import type { Preferences } from '#contract/users.ts'
import { timeZoneOptions } from '#web/components/reader/time-zone-options.ts'
import { browserZone, useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { UseChoices } from './use-choices.ts'

const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'] as const
const timeFormats = [
  { value: '12h', label: '12 hours, 4:30 PM' },
  { value: '24h', label: '24 hours, 16:30' },
]

/** How dates and times are written, and in which zone. */
export function DatesPanel({ preferences, choose }: Pick<UseChoices, 'preferences' | 'choose'>) {
  const change = (next: Partial<Preferences>) => choose({ preferences: next })
  const dateFormat = dateFormats.find((format) => format.toLowerCase() === preferences.dateFormat.toLowerCase())
  return (
    <Panel title="Dates and times">
      <div id="dates" className="flex scroll-mt-20 flex-col gap-3 p-3">
        <SelectField
          label="Date format"
          options={dateFormats.map((format) => ({ value: format, label: format }))}
          value={dateFormat}
          onChange={(event) => change({ dateFormat: event.target.value as Preferences['dateFormat'] })}
        />
        <SelectField
          label="Time format"
          options={timeFormats}
          value={preferences.timeFormat}
          onChange={(event) => change({ timeFormat: event.target.value as Preferences['timeFormat'] })}
        />
        <SelectField
          label="Time zone"
          placeholder={`Use browser time zone (${browserZone()})`}
          options={timeZoneOptions}
          value={preferences.timezone === null ? '' : ianaZone(preferences.timezone)}
          onChange={(event) => change({ timezone: event.target.value || null })}
        />
        <p className="text-ink-3 text-label">
          Now: <span className="text-ink tabular-nums">{formatDateTime(new Date(), useDateSettings())}</span>
        </p>
      </div>
    </Panel>
  )
}
