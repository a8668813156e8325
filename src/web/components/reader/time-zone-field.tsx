import { allZones, timeZones } from '#contract/time-zones.ts'
import {
  ComboboxField,
  type ComboboxFieldProps,
  type ComboboxGroup,
  type ComboboxOption,
} from '#web/ui/combobox-field.tsx'

/** The specified zones first, by name; then all others by place. */
const zoneGroups = (): ComboboxGroup[] => {
  const named = new Set<string>(timeZones.map(({ zone }) => zone))
  return [
    {
      label: 'Common time zones',
      options: timeZones.map(({ label, zone }) => ({
        value: zone,
        label: label === zone ? label : `${label} (${zone})`,
        words: zone,
      })),
    },
    {
      label: 'All other time zones',
      options: [...allZones()]
        .filter((zone) => !named.has(zone))
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
  ]
}

let groups: ComboboxGroup[] | undefined

type TimeZoneFieldProps = Omit<ComboboxFieldProps, 'groups' | 'nothingFound' | 'label'> & {
  label?: string
  /** A choice before all zones: 'Organization (America/Chicago)'. */
  first?: ComboboxOption
}

/** A choice among all time zones. */
export function TimeZoneField({ first, label = 'Time zone', ...field }: TimeZoneFieldProps) {
  groups ??= zoneGroups()
  const all = first ? [{ options: [first] }, ...groups] : groups
  const isListed = all.some(({ options }) => options.some(({ value }) => value === field.value))
  // A fixed offset, such as Etc/GMT+5, is in no list of places.
  const own = isListed ? [] : [{ options: [{ value: field.value, label: field.value }] }]
  return <ComboboxField {...field} label={label} groups={[...own, ...all]} nothingFound="No time zone found" />
}
