import { timeZones } from '#contract/time-zones.ts'

/** The supported zones for a list of choices: 'Eastern (America/New_York)', 'UTC'. */
export const timeZoneOptions = timeZones.map(({ label, zone }) => ({
  value: zone,
  label: label === zone ? label : `${label} (${zone})`,
}))
