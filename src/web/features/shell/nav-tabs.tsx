import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import type { NavItem } from '#web/components/navigation/nav-items.ts'
import { classNames } from '#web/lib/class-names.ts'
import { tabClasses } from '#web/ui/tab-classes.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { NavCount } from './nav-count.tsx'

const shownFrom = { md: '', wide: 'max-wide:hidden', xl: 'max-xl:hidden', full: 'max-[1400px]:hidden' }

// Loaded after the first screen, without a placeholder. Wide windows never need it.
const MoreTabs = lazyPart(() => import('./more-tabs.tsx').then(({ MoreTabs }) => MoreTabs))

/** The tab bar of the header, from 768 px up. */
export const NavTabs = ({ items }: { items: readonly NavItem[] }) => (
  <nav aria-label="Main" className="flex h-full items-stretch gap-3 max-md:hidden xl:gap-4">
    {items.map(
      ({ to, label, from, letter }) =>
        from !== 'more' && (
          <Tooltip key={to} content={letter && label} shortcut={`Alt+${letter}`}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={classNames(tabClasses, shownFrom[from])}
              aria-describedby={to === '/overdue-operations' ? 'tab-count' : undefined}
              {...(letter && { 'aria-keyshortcuts': `Alt+${letter}` })}
            >
              {label}
              <NavCount to={to} id="tab-count" />
            </Link>
          </Tooltip>
        ),
    )}
    <Suspense>
      <MoreTabs items={items} />
    </Suspense>
  </nav>
)
