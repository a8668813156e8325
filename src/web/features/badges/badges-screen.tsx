import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { workersQuery } from '#web/api/floor/workers.queries.ts'
import { SheetPage } from '#web/components/print/sheet-page.tsx'
import { useSession } from '#web/stores/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BadgeSheet } from './badge-sheet.tsx'

/** The badges of all active people on the floor, as they will be on paper. */
export function BadgesScreen() {
  const { data } = useSuspenseQuery(workersQuery())
  const { tenantName } = useSession()
  const workers = data.filter(({ isActive }) => isActive)
  return (
    <SheetPage
      title="Badges"
      back={
        <Link to="/admin" search={{ tab: 'settings' }} className="text-primary-text hover:underline">
          Settings
        </Link>
      }
      sheet={<BadgeSheet workers={workers} organization={tenantName ?? ''} />}
      empty={
        workers.length > 0
          ? null
          : {
              reason: 'no active people yet',
              state: (
                <EmptyState icon={<UserPlus />} title="No people on the floor yet">
                  Add the people who report work under Admin, Settings, People on the floor.
                </EmptyState>
              ),
            }
      }
    />
  )
}
