import { Link } from '@tanstack/react-router'
import { Building2, Keyboard, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { productName } from '#contract/vocabulary.ts'
import type { NavItem } from '#web/components/navigation/nav-items.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { BrandMark } from '#web/ui/icons/brand-mark.tsx'
import { NavCount } from './nav-count.tsx'
import { chipText } from './tenant-name.ts'
import { useTenantName } from './use-tenant-name.ts'

const row =
  'relative flex min-h-11 w-full items-center gap-3 px-4 text-field text-ink-2 hover:bg-press focus-visible:-outline-offset-2 [&_svg]:size-5 aria-[current=page]:bg-primary-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-0 aria-[current=page]:before:left-0 aria-[current=page]:before:w-0.75 aria-[current=page]:before:bg-primary'

interface NavDrawerProps {
  open: boolean
  onClose: () => void
  items: readonly NavItem[]
  dark: boolean
  onToggleTheme: () => void
  onShowShortcuts: () => void
}

const Action = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={row} onClick={onClick}>
    {icon}
    {children}
  </button>
)

/** The navigation below 768 px: a sheet from the left, which closes after a link is selected. */
export function NavDrawer({ open, onClose, items, dark, onToggleTheme, onShowShortcuts }: NavDrawerProps) {
  const name = useTenantName()
  const heading = (
    <span className="flex items-center gap-2 font-semibold text-field">
      <BrandMark className="size-6 shrink-0" />
      {productName}
    </span>
  )
  const footer = (
    <>
      <Action icon={dark ? <Sun /> : <Moon />} onClick={onToggleTheme}>
        {dark ? 'Light theme' : 'Dark theme'}
      </Action>
      <Action icon={<Keyboard />} onClick={onShowShortcuts}>
        Keyboard shortcuts
      </Action>
    </>
  )
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => !next && onClose()}
      label="Navigation"
      heading={heading}
      footer={footer}
    >
      <p className="flex h-10 items-center gap-2 border-line-2 border-b px-4 text-field text-ink-2" title={name}>
        <Building2 /> {chipText(name)}
      </p>
      <nav aria-label="Main" className="py-2">
        {items.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            aria-describedby={to === '/overdue-operations' ? 'drawer-count' : undefined}
            className={row}
            onClick={onClose}
          >
            <Icon />
            <span className="grow">{label}</span>
            <NavCount to={to} id="drawer-count" />
          </Link>
        ))}
      </nav>
    </Drawer>
  )
}
