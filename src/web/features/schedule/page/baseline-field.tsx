import { useQuery } from '@tanstack/react-query'
import { runsQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { comparableRuns } from './use-dates-beside.ts'

interface BaselineFieldProps {
  /** 'last', the id of a run, or '' for none. */
  readonly value: string
  readonly dates: DateSettings
  readonly nowMs: number
  readonly onChange: (baseline: string) => void
}

/** Selects the run with whose dates the plan is compared. */
export function BaselineField({ value, dates, nowMs, onChange }: BaselineFieldProps) {
  const { data } = useQuery(runsQuery())
  const runs = comparableRuns(data ?? [])
  const options = [
    { value: 'last', label: 'Last run' },
    ...runs.map(({ runId, startedAt }) => ({
      value: runId,
      label: `Run of ${formatShortDateTime(Date.parse(startedAt), dates, nowMs)}`,
    })),
  ]
  const isGone =
    data && value !== '' && (value === 'last' ? runs.length === 0 : !runs.some(({ runId }) => runId === value))
  return (
    <SelectField
      label="Compare with"
      placeholder="Nothing"
      value={value}
      options={options}
      error={isGone ? 'The plan of this run is no longer stored.' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
