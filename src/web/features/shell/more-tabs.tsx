import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { NavItem } from '#web/components/navigation/nav-items.ts'
import { classNames } from '#web/lib/class-names.ts'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { Menu, MenuLink } from '#web/ui/menu.tsx'
import { tabClasses } from '#web/ui/tab-classes.ts'
import { NavCount } from './nav-count.tsx'

const hiddenFrom = { md: 'hidden', wide: 'wide:hidden', xl: 'xl:hidden', full: 'min-[1400px]:hidden', more: '' }
const widestFirst = ['more', 'full', 'xl', 'wide'] as const

/** The menu with the last tabs if the bar is too narrow for them. */
export function MoreTabs({ items }: { items: readonly NavItem[] }) {
  const rest = items.filter(({ from }) => from !== 'md')
  const widest = widestFirst.find((width) => rest.some(({ from }) => from === width)) ?? 'md'
  const trigger = (
    <button type="button" className={classNames(tabClasses, hiddenFrom[widest])}>
      More <ChevronDown className="size-3.5" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {rest.map(({ to, label, Icon, from, letter }) => (
        <MenuLink key={to}>
          <Link
            to={to}
            aria-describedby={to === '/overdue-operations' ? 'more-count' : undefined}
            className={hiddenFrom[from]}
          >
            <Icon /> <span className="grow">{label}</span> <NavCount to={to} id="more-count" />{' '}
            {letter && <KeyCap keys={`Alt+${letter}`} />}
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
