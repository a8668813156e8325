import { useQuery } from '@tanstack/react-query'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Name, zone and scheduling settings of the organisation. */
export function OrganisationSettings() {
  const organisation = useQuery(organisationQuery())
  const shifts = useQuery(shiftsQuery())
  return (
    <div className="w-full max-w-140 p-5 max-md:p-4">
      <Loaded query={organisation}>
        {(data) => <Loaded query={shifts}>{(list) => <SettingsForm organisation={data} shifts={list} />}</Loaded>}
      </Loaded>
    </div>
  )
}
