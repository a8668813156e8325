import { Link } from '@tanstack/react-router'
import { Keyboard, Menu as MenuIcon, Moon, Sun } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { productName } from '#contract/vocabulary.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import type { NavItem } from '#web/components/navigation/nav-items.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BrandMark } from '#web/ui/icons/brand-mark.tsx'
import { NavTabs } from './nav-tabs.tsx'
import { TenantChip } from './tenant-chip.tsx'
import { UserButton } from './user-button.tsx'

// The menu loads after the first screen. Until then a plain button takes its place.
const UserMenu = lazyPart(() => import('./user-menu.tsx').then(({ UserMenu }) => UserMenu))

interface HeaderProps {
  items: readonly NavItem[]
  dark: boolean
  onToggleTheme: () => void
  onShowShortcuts: () => void
  onOpenDrawer: () => void
  onLogout: () => void
  /** The field of the command palette, left of the tenant chip. */
  palette?: ReactNode
  /** Who runs the scheduler. It appears left of the fixed items, so that they do not move. */
  running?: ReactNode
  /** The notification bell, right of the theme toggle. */
  bell?: ReactNode
}

/** The sticky header, 48 px high (52 below 768): brand, tabs, tenant chip, theme, shortcuts, user. */
export const Header = (props: HeaderProps) => (
  <header className="sticky top-0 z-header flex h-header shrink-0 items-center gap-2 border-line-2 border-b bg-surface px-5 max-md:px-2">
    <IconButton
      label="Open navigation"
      icon={<MenuIcon className="size-5!" />}
      className="size-11 md:hidden"
      onClick={props.onOpenDrawer}
    />
    <Link
      to="/"
      aria-label={`${productName}, to the dashboard`}
      className="mr-4 flex items-center gap-2 rounded font-semibold text-field wide:mr-6"
    >
      <BrandMark className="size-6 shrink-0" />
      <span className="max-lg:hidden max-md:inline">{productName}</span>
    </Link>
    <NavTabs items={props.items} />
    <div className="ml-auto flex min-w-0 items-center gap-1">
      {props.running}
      {props.palette}
      <div className="mr-1 flex min-w-0 max-md:hidden">
        <TenantChip />
      </div>
      <IconButton
        label={props.dark ? 'Light theme' : 'Dark theme'}
        shortcut="Alt T"
        icon={props.dark ? <Sun /> : <Moon />}
        className="max-md:hidden"
        onClick={props.onToggleTheme}
      />
      {props.bell}
      <IconButton
        label="Keyboard shortcuts"
        shortcut="Alt ?"
        icon={<Keyboard />}
        className="max-md:hidden"
        onClick={props.onShowShortcuts}
      />
      <Suspense fallback={<UserButton />}>
        <UserMenu onLogout={props.onLogout} />
      </Suspense>
    </div>
  </header>
)
