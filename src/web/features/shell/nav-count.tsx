import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import type { NavItem } from '#web/components/navigation/nav-items.ts'

const OverdueCount = lazyPart(() => import('./overdue-count.tsx').then(({ OverdueCount }) => OverdueCount))

/** The count beside a tab of the navigation. Only Overdue has one, and it loads after the first screen. */
export const NavCount = ({ to, id }: { to: NavItem['to']; id: string }) =>
  to === '/overdue-operations' && (
    <Suspense>
      <OverdueCount id={id} />
    </Suspense>
  )
