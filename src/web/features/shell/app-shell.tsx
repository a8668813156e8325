import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { signOut } from '#web/api/auth.mutations.ts'
import { useFollowAppearance } from '#web/components/appearance/use-follow-appearance.ts'
import { useToggleTheme } from '#web/components/appearance/use-toggle-theme.ts'
import { navItems } from '#web/components/navigation/nav-items.ts'
import { pages } from '#web/components/navigation/page-at.ts'
import { pinnedFirst } from '#web/components/navigation/pinned-first.ts'
import { ConflictQuestionHost } from '#web/components/record-conflict/conflict-question-host.tsx'
import { RunDialogHost } from '#web/components/scheduling-run/run-dialog-host.tsx'
import { ServerAwayStrip } from '#web/components/server-away/server-away-strip.tsx'
import { RunUndoHost } from '#web/components/undo/run-undo-host.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useLive } from '#web/live/use-live.ts'
import { useHeaderStorage } from '#web/stores/header-storage.ts'
import { useLiveState } from '#web/stores/live-state.ts'
import { useSession } from '#web/stores/session.ts'
import { hideShortcuts, showShortcuts, useShortcutsDialog } from '#web/stores/shortcuts-dialog.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Header } from './header.tsx'
import { useGlobalShortcuts } from './use-global-shortcuts.ts'
import { useUndo } from './use-undo.ts'
import { useVisits } from './use-visits.ts'

const NavDrawer = lazy(() => import('./nav-drawer.tsx').then(({ NavDrawer }) => ({ default: NavDrawer })))
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
)

interface AppShellProps {
  children: ReactNode
  /** The command palette's field in the header. */
  palette?: ReactNode
  onSignedOut: () => void
  /** The server says the session may have ended. */
  onSessionDoubt: () => void
  /** Says who runs the scheduler right now. */
  running?: ReactNode
  /** The notification bell of the header. */
  bell?: ReactNode
}

/** Header, navigation and shortcuts around every screen of the organization; keeps its live connection. */
export function AppShell({ children, palette, onSignedOut, onSessionDoubt, running, bell }: AppShellProps) {
  const queryClient = useQueryClient()
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const isInside = useSession((session) => session.userId !== null && session.tenantId !== null)
  const { dark, toggle } = useToggleTheme()
  // Each is loaded when first opened and then kept, so that it can close in its own time.
  const [drawer, setDrawer] = useState<boolean | null>(null)
  const shortcuts = useShortcutsDialog(({ open }) => open)
  const openShortcuts = () => {
    setDrawer((open) => open && false)
    showShortcuts()
  }
  useGlobalShortcuts({ toggleTheme: toggle, showShortcuts: openShortcuts })
  useUndo()
  useLive(onSessionDoubt)
  useVisits()
  useFollowAppearance()
  const isAway = useLiveState((live) => live.isAway)
  const pinned = useHeaderStorage((header) => header.pinnedNavItems)
  const who = { isAdmin, isSuperAdmin }
  const items = pinnedFirst(navItems(who), pinned, pages(who))
  const shared = { items, dark, onToggleTheme: toggle, onShowShortcuts: openShortcuts }
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header
        {...shared}
        palette={palette}
        running={running}
        bell={bell}
        onOpenDrawer={() => setDrawer(true)}
        onLogout={() => void signOut(queryClient).then(onSignedOut)}
      />
      <ServerAwayStrip />
      <main
        id="main"
        tabIndex={-1}
        className={classNames('flex min-w-0 grow flex-col outline-none', isAway && 'below-strip')}
      >
        {/* Whoever has left sees and asks for nothing more while the way to /login is cleared. */}
        {isInside && children}
      </main>
      <Suspense>
        {drawer !== null && <NavDrawer {...shared} open={drawer} onClose={() => setDrawer(false)} />}
        {shortcuts !== null && <ShortcutsDialog open={shortcuts} onClose={hideShortcuts} />}
      </Suspense>
      <RunDialogHost />
      <RunUndoHost />
      <ConflictQuestionHost />
    </div>
  )
}
