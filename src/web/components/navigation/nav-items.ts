import {
  Building2,
  CalendarClock,
  ChartColumn,
  FolderKanban,
  Kanban,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react'
import type { SessionFacts } from '#web/stores/stored-session.ts'

export interface NavItem {
  to:
    | '/'
    | '/projects'
    | '/kanban'
    | '/schedule'
    | '/analytics'
    | '/overdue-operations'
    | '/operations'
    | '/admin'
    | '/tenant-selection'
    | '/profile'
    | '/settings'
    | '/shift-patterns'
    | '/holidays'
    | '/admin-access'
    | '/history'
    | '/proposals'
    | '/promise-date'
    | '/assistants'
    | '/sources'
  label: string
  Icon: LucideIcon
  /** Opens the page together with Alt, if the specification defines a letter. */
  letter?: string
  /** The width from which it is in the tab bar ('full' is 1400 px); below that it is in "More". 'more' means always there. */
  from: 'md' | 'wide' | 'xl' | 'full' | 'more'
}

/** The tabs in the specified order. */
const everyone: readonly NavItem[] = [
  { to: '/', label: 'Dashboard', Icon: LayoutDashboard, letter: 'D', from: 'md' },
  { to: '/projects', label: 'Projects', Icon: FolderKanban, letter: 'P', from: 'md' },
  { to: '/kanban', label: 'Kanban Board', Icon: Kanban, letter: 'K', from: 'md' },
  { to: '/schedule', label: 'Schedule', Icon: CalendarClock, letter: 'S', from: 'md' },
  { to: '/analytics', label: 'Analytics', Icon: ChartColumn, letter: 'A', from: 'md' },
  { to: '/overdue-operations', label: 'Overdue', Icon: TriangleAlert, letter: 'O', from: 'wide' },
  { to: '/operations', label: 'Operations', Icon: ListChecks, from: 'wide' },
]

/** Admin only for admins, 'Switch Organization' only for super admins. */
export const navItems = ({ isAdmin, isSuperAdmin }: Pick<SessionFacts, 'isAdmin' | 'isSuperAdmin'>): NavItem[] => [
  ...everyone,
  ...(isAdmin || isSuperAdmin
    ? [{ to: '/admin', label: 'Admin', Icon: ShieldCheck, from: isSuperAdmin ? 'xl' : 'wide' } as const]
    : []),
  ...(isSuperAdmin
    ? [{ to: '/tenant-selection', label: 'Switch Organization', Icon: Building2, from: 'full' } as const]
    : []),
]
