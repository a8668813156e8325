import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { DevicesPanel } from '../devices/devices-panel.tsx'
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx'
import { WorkersPanel } from '../workers/workers-panel.tsx'
import { MorningPlanPanel } from './morning-plan-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ShopFilePanel } from './shop-file-panel.tsx'
import { StatusLinksPanel } from './status-links-panel.tsx'

/** Name, zone and scheduling settings of the organization, its shop-floor devices and its webhooks, and its shop as a file. */
export function TenantSettingsTab() {
  const tenant = useQuery(tenantSettingsQuery())
  const shifts = useQuery(shiftsQuery())
  return (
    <div className="grid w-full max-w-280 grid-cols-2 items-start gap-5 p-5 max-lg:grid-cols-1 max-md:p-4">
      <Loaded query={tenant}>
        {(data) => <Loaded query={shifts}>{(list) => <SettingsForm tenant={data} shifts={list} />}</Loaded>}
      </Loaded>
      <div className="flex min-w-0 flex-col gap-5">
        <Loaded query={tenant}>{(data) => <MorningPlanPanel settings={data} />}</Loaded>
        <DevicesPanel />
        <Loaded query={tenant}>{(data) => <WorkersPanel settings={data} />}</Loaded>
        <WebhooksPanel />
        <StatusLinksPanel />
        <ShopFilePanel />
      </div>
    </div>
  )
}
