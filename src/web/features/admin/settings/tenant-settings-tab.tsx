import { useQuery } from '@tanstack/react-query'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { DevicesPanel } from '../devices/devices-panel.tsx'
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Name, zone and scheduling settings of the organization, its shop-floor devices and its webhooks. */
export function TenantSettingsTab() {
  const tenant = useQuery(tenantSettingsQuery())
  const shifts = useQuery(shiftsQuery())
  return (
    <div className="flex w-full max-w-140 flex-col gap-5 p-5 max-md:p-4">
      <Loaded query={tenant}>
        {(data) => <Loaded query={shifts}>{(list) => <SettingsForm tenant={data} shifts={list} />}</Loaded>}
      </Loaded>
      <DevicesPanel />
      <WebhooksPanel />
    </div>
  )
}
