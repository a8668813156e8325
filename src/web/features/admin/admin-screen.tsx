import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAdminRole } from '#domain/access/rights.ts'
import { hasUnsavedChanges } from '#web/components/unsaved-changes/editing.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useActor } from '#web/stores/actor.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type AdminSearch, type AdminTab, type OnAdminSearch, shownTab } from './admin-search.ts'
import { AuditTab } from './audit-tab.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { TenantSettingsTab } from './settings/tenant-settings-tab.tsx'
import { UsersTab } from './users/users-tab.tsx'

const panelId = 'admin-panel'

const tabs: readonly { value: AdminTab; label: string }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'users', label: 'Users' },
  { value: 'audit', label: 'Audit log' },
  { value: 'settings', label: 'Settings' },
  { value: 'organizations', label: 'Organizations' },
]

const NotForYou = () => (
  <EmptyState
    icon={<ShieldCheck />}
    title="This area is for admins"
    action={
      <Link to="/admin-access" className={buttonClasses({ variant: 'primary' })}>
        Admin access
      </Link>
    }
  >
    See who has admin rights, or request them.
  </EmptyState>
)

type AdminScreenProps = {
  search: AdminSearch
  onSearchChange: OnAdminSearch
  /** Content of the "Organizations" tab for super admins. */
  tenants: ReactNode
}

/** The admin area of the organization. The server also refuses every action that this screen hides. */
export function AdminScreen({ search, onSearchChange, tenants }: AdminScreenProps) {
  // A tab is not a separate page, so this screen asks about its unsaved changes itself.
  const [wanted, setWanted] = useState<AdminTab | null>(null)
  const { role } = useActor()
  if (!isAdminRole(role)) {
    return (
      <>
        <PageHead title="Admin" />
        <NotForYou />
      </>
    )
  }
  const shown = role === 'superAdmin' ? tabs : tabs.filter(({ value }) => value !== 'organizations')
  const tab = shownTab(search, role)
  const props = { search, onSearchChange }
  const open = (value: AdminTab) => {
    if (value === tab) return
    if (hasUnsavedChanges()) setWanted(value)
    else onSearchChange({ tab: value })
  }
  const blocked = wanted && {
    stay: () => setWanted(null),
    leave: () => {
      setWanted(null)
      onSearchChange({ tab: wanted })
    },
  }
  return (
    <>
      <PageHead
        title="Admin"
        actions={
          <Link to="/admin-access" className={buttonClasses()}>
            <ShieldCheck /> Admin access
          </Link>
        }
      />
      <Tabs
        className="px-5 max-md:px-4"
        label="Admin area"
        panelId={panelId}
        value={tab}
        tabs={shown}
        onChange={open}
      />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        className="flex min-h-0 grow flex-col"
      >
        {tab === 'overview' && <OverviewTab onSearchChange={onSearchChange} />}
        {tab === 'users' && <UsersTab {...props} />}
        {tab === 'audit' && <AuditTab {...props} />}
        {tab === 'settings' && <TenantSettingsTab />}
        {tab === 'organizations' && tenants}
      </div>
      <UnsavedChangesDialog blocked={blocked} />
    </>
  )
}
