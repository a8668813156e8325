import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { tenantOverviewsQuery } from '#web/api/tenants/tenant-administration.queries.ts'
import { NothingMatches } from '#web/components/data-list/nothing-matches.tsx'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { setTenant } from '#web/stores/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { type TenantAction, TenantActionHost } from './tenant-action-host.tsx'
import { TenantsTable } from './tenants-table.tsx'

/** Every organization with its figures, for super admins. `onLeft` is called if the current one was archived or deleted. */
export function TenantsScreen({ onLeft }: { onLeft: () => void }) {
  const query = useQuery(tenantOverviewsQuery())
  const [action, setAction] = useState<TenantAction | null>(null)
  const [find, setFind] = useState('')
  const queryClient = useQueryClient()
  // No data of an archived or deleted organization may stay on screen or in the cache.
  const leave = () => {
    queryClient.clear()
    setTenant(null)
    onLeft()
  }
  const wanted = find.trim().toLowerCase()
  const list = (all: TenantOverview[]) => {
    const shown = all.filter(({ name, tenantId }) => `${name} ${tenantId}`.toLowerCase().includes(wanted))
    if (shown.length > 0) return <TenantsTable tenants={shown} find={find} onAction={setAction} />
    return <NothingMatches title="No organization matches" clearLabel="Clear search" onClear={() => setFind('')} />
  }
  return (
    <>
      <Toolbar
        end={
          <>
            <PrintMenu />
            <Button variant="primary" icon={<Plus />} onClick={() => setAction({ kind: 'create' })}>
              New organization
            </Button>
          </>
        }
      >
        <SearchField
          className="w-64 max-md:w-full"
          label="Find an organization"
          placeholder="Name or id"
          value={find}
          onChange={setFind}
        />
        {query.data && <span className="text-ink-3">{formatCount(query.data.length, 'organization')}</span>}
      </Toolbar>
      <div className="min-h-0 grow overflow-auto border-line-2 border-t bg-surface">
        <Loaded query={query}>{list}</Loaded>
      </div>
      <TenantActionHost action={action} onAction={setAction} onLeft={leave} />
    </>
  )
}
