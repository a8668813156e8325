import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { NavItem } from '#web/components/navigation/nav-items.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Menu, MenuLink } from '#web/ui/menu.tsx'
import { tabClasses } from '#web/ui/tab-classes.ts'

const hiddenFrom = { md: 'hidden', wide: 'wide:hidden', xl: 'xl:hidden' }

/** The last tabs where the bar is too narrow for them. */
export function MoreTabs({ items }: { items: readonly NavItem[] }) {
  const rest = items.filter(({ from }) => from !== 'md')
  const widest = rest.some(({ from }) => from === 'xl') ? 'xl' : 'wide'
  const trigger = (
    <button type="button" className={classNames(tabClasses, hiddenFrom[widest])}>
      More <ChevronDown className="size-3.5" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {rest.map(({ to, label, Icon, from }) => (
        <MenuLink key={to}>
          <Link to={to} className={hiddenFrom[from]}>
            <Icon /> {label}
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
