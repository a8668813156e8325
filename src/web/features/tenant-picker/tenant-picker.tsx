import { RotateCcw, Shield } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { TryingAgain } from '#web/components/loaded/trying-again.tsx'
import { formatCount } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TenantList } from './tenant-list.tsx'
import { useChooseTenant } from './use-choose-tenant.ts'
import { type Tenants, useTenants } from './use-tenants.ts'

const searchFrom = 8

const Loading = () => (
  <div role="status" aria-label="Loading organizations" className="border-line border-t">
    {['w-40', 'w-32', 'w-44'].map((width) => (
      <div key={width} className="flex h-13 items-center gap-3 border-line border-b px-8 last:border-b-0 max-sm:px-5">
        <Skeleton className="size-7" />
        <Skeleton className={`h-3 ${width}`} />
        <Skeleton className="ml-auto h-3 w-16" />
      </div>
    ))}
  </div>
)

interface TenantPickerProps {
  onChosen: () => void
  /** Opens the administration of all organizations, for super admins only. */
  onManage: () => void
  onSignOut: () => void
}

/** The organization picker, with its specified texts. From 8 organizations up, the list has a search box. */
export function TenantPicker({ onChosen, onManage, onSignOut }: TenantPickerProps) {
  const { email, isSuperAdmin, tenantId } = useSession()
  const tenants = useTenants()
  const choice = useChooseTenant(tenants, onChosen)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const { list, loading } = tenants
  const shown = list.filter((tenant) => `${tenant.name} ${tenant.tenantId}`.toLowerCase().includes(wanted))
  const problem = choice.problem ?? tenants.problem
  return (
    <EntrancePage>
      <div className="px-8 pt-5 pb-3 max-sm:px-5">
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-semibold text-figure">Select Organization</h1>
          {isSuperAdmin && (
            <Chip tone="primary" icon={<Shield />}>
              SuperAdmin
            </Chip>
          )}
        </div>
        <p className="truncate text-field text-ink-3">Hello, {email ?? 'there'}</p>
        {problem && <Alert className="mt-4">{problem}</Alert>}
        {(loading || list.length > 0) && (
          <p className="mt-5">{isSuperAdmin ? 'Select an organization to manage:' : 'Select your organization:'}</p>
        )}
        {list.length >= searchFrom && (
          <SearchField
            className="mt-2"
            label="Find an organization"
            placeholder="Find by name or id"
            size="medium"
            value={search}
            onChange={setSearch}
          />
        )}
      </div>
      {loading && <TryingAgain error={tenants.failure} />}
      {loading || choice.auto ? (
        <Loading />
      ) : (
        <TenantList tenants={shown} currentId={tenantId} openingId={choice.openingId} onOpen={choice.open} />
      )}
      {wanted !== '' && shown.length === 0 && (
        <p className="px-8 pb-4 text-ink-3 max-sm:px-5">No organization matches</p>
      )}
      <Foot tenants={tenants} isSuperAdmin={isSuperAdmin} onManage={onManage} onSignOut={onSignOut} />
    </EntrancePage>
  )
}

type FootProps = Omit<TenantPickerProps, 'onChosen'> & { tenants: Tenants; isSuperAdmin: boolean }

/** The number of organizations, the keyboard hints or a retry button, and the buttons that leave the page. */
function Foot({ tenants: { list, loading, retry }, isSuperAdmin, onManage, onSignOut }: FootProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-line-2 border-t bg-sunken px-8 py-2 text-ink-3 text-label max-sm:px-5">
      <span>{list.length > 0 && formatCount(list.length, 'organization')}</span>
      {list.length > 1 ? (
        <span className={isSuperAdmin ? 'hidden' : 'flex items-center gap-1.5 max-md:hidden'}>
          <KeyCap keys="↑" />
          <KeyCap keys="↓" /> move <KeyCap keys="Enter" /> open
        </span>
      ) : (
        !loading &&
        list.length === 0 && (
          <Button size="small" icon={<RotateCcw />} onClick={retry}>
            Try again
          </Button>
        )
      )}
      <span className="flex items-center gap-4">
        {isSuperAdmin && (
          <button type="button" className="rounded-inner text-primary-text hover:underline" onClick={onManage}>
            Manage organizations
          </button>
        )}
        <button type="button" className="rounded-inner text-primary-text hover:underline" onClick={onSignOut}>
          Sign out
        </button>
      </span>
    </div>
  )
}
