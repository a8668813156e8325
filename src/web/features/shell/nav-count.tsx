import { lazy, Suspense } from 'react'
import type { NavItem } from '#web/components/navigation/nav-items.ts'

const OverdueCount = lazy(() => import('./overdue-count.tsx').then(({ OverdueCount }) => ({ default: OverdueCount })))

/** The count beside a tab of the navigation. Only Overdue has one, and it loads after the first screen. */
export const NavCount = ({ to, id }: { to: NavItem['to']; id: string }) =>
  to === '/overdue-operations' && (
    <Suspense>
      <OverdueCount id={id} />
    </Suspense>
  )
