import { useState } from 'react'
import type { Preferences } from '#contract/users.ts'
import { TimeZoneField } from '#web/components/reader/time-zone-field.tsx'
import { useDateSettings, useOrganizationZone } from '#web/components/reader/use-date-settings.ts'
import { browserZone } from '#web/lib/browser-zone.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { UseChoices } from './use-choices.ts'

const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd'] as const
const timeFormats = [
  { value: '12h', label: '12 hours, 4:30 PM' },
  { value: '24h', label: '24 hours, 16:30' },
]
const whose = [
  { value: 'organization', label: 'Organization' },
  { value: 'own', label: 'My own' },
] as const

type Choosing = Pick<UseChoices, 'preferences' | 'choose'>

/** Selects the time zone of all dates. The reader's own zone is the browser's until they choose another. */
function ZoneChoice({ preferences: { timezone }, choose }: Choosing) {
  const organization = useOrganizationZone()
  const [own, setOwn] = useState(timezone ?? browserZone())
  const change = (zone: string | null) => choose({ preferences: { timezone: zone } })
  return (
    <>
      <div className="flex flex-col gap-1">
        <span aria-hidden="true" className="text-ink-2 text-label">
          Time zone of dates
        </span>
        <SegmentedControl
          label="Time zone of dates"
          segments={whose}
          value={timezone === null ? 'organization' : 'own'}
          onChange={(chosen) => change(chosen === 'own' ? own : null)}
        />
        {organization && <p className="text-ink-3 text-label">The organization is in {organization}.</p>}
      </div>
      <TimeZoneField
        label="My time zone"
        disabled={timezone === null}
        description={own === browserZone() ? 'From the browser.' : undefined}
        value={timezone ?? own}
        onChange={(zone) => {
          setOwn(zone)
          change(zone)
        }}
      />
    </>
  )
}

/** The format of dates and times, and their zone. */
export function DatesPanel({ preferences, choose }: Choosing) {
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
        <ZoneChoice preferences={preferences} choose={choose} />
        <p className="text-ink-3 text-label">
          Now: <span className="text-ink tabular-nums">{formatShortDateTime(new Date(), useDateSettings())}</span>
        </p>
      </div>
    </Panel>
  )
}
