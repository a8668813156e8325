import {
  CalendarClock,
  CalendarOff,
  History,
  type LucideIcon,
  ScanSearch,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import type { SessionFacts } from '#web/stores/stored-session.ts'
import { type NavItem, navItems } from './nav-items.ts'

/** A screen with a fixed path and the name that navigation, palette and dashboard show. */
export interface Page {
  to: NavItem['to']
  label: string
  Icon: LucideIcon
  /** Opens the page together with Alt. */
  letter?: string
}

const besides: readonly Page[] = [
  { to: '/shift-patterns', label: 'Shifts', Icon: CalendarClock },
  { to: '/holidays', label: 'Holidays', Icon: CalendarOff },
  { to: '/proposals', label: 'Proposals', Icon: ScanSearch },
  { to: '/promise-date', label: 'Promise date', Icon: CalendarClock },
  { to: '/sources', label: 'Data sources', Icon: CalendarClock },
  { to: '/history', label: 'History', Icon: History },
  { to: '/profile', label: 'Profile', Icon: UserRound },
  { to: '/settings', label: 'Settings', Icon: Settings },
  { to: '/assistants', label: 'Assistants', Icon: Settings },
  { to: '/admin-access', label: 'Admin access', Icon: ShieldCheck },
]

/** All screens with a fixed path that this person may open; those of the navigation come first. */
export const pages = (who: Pick<SessionFacts, 'isAdmin' | 'isSuperAdmin'>): Page[] => [...navItems(who), ...besides]

/** The screen at a path; null for paths of single records (a project, an operation) and for paths that the person may not open. */
export const pageAt = (path: string, who: Pick<SessionFacts, 'isAdmin' | 'isSuperAdmin'>): Page | null =>
  pages(who).find(({ to }) => to === path) ?? null
