import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { signOut } from '#web/api/auth/auth.mutations.ts'
import { useFollowAppearance } from '#web/components/appearance/use-follow-appearance.ts'
import { useToggleTheme } from '#web/components/appearance/use-toggle-theme.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { navItems } from '#web/components/navigation/nav-items.ts'
import { pages } from '#web/components/navigation/page-at.ts'
import { pinnedFirst } from '#web/components/navigation/pinned-first.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { ConflictQuestionHost } from '#web/components/record-conflict/conflict-question-host.tsx'
import { RunDialogHost } from '#web/components/scheduling-run/run-dialog-host.tsx'
import { hideShortcuts, showShortcuts, useShortcutListOpen } from '#web/components/shortcuts/registry.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { RunUndoHost } from '#web/components/undo/run-undo-host.tsx'
import { provideUndo, requestUndo } from '#web/components/undo/undo.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useLiveState } from '#web/live/live-state.ts'
import { useLive } from '#web/live/use-live.ts'
import { useHeaderStorage, visitPath } from '#web/stores/habits.ts'
import { useSession } from '#web/stores/session.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Header } from './header.tsx'

/** The strip below the header of every screen while the server does not answer. It disappears by itself. */
function ServerAwayStrip() {
  const isAway = useLiveState((live) => live.isAway)
  return (
    // The region exists before its text, because screen readers announce only changes in a region they know.
    <div aria-live="polite" className="sticky top-header z-header shrink-0">
      {isAway && (
        <p className="flex h-row items-center gap-2 border-line border-b bg-warn-tint px-5 text-warn-text max-md:px-4">
          <Spinner className="size-4 shrink-0" />
          <span className="truncate">
            The server cannot be reached. Trying again…
            <span className="max-md:sr-only">
              {' '}
              Until it is back, nothing is saved and what you see may be out of date.
            </span>
          </span>
        </p>
      )}
    </div>
  )
}

/** States once, above every screen, the zone of its times if the reader's clock shows another time. */
const ZoneStrip = ({ note }: { note: string }) => (
  <p className="flex h-7 shrink-0 items-center gap-2 border-line border-b bg-sunken px-5 text-ink-2 text-label max-md:px-4">
    {note}
    <Link to="/settings" hash="dates" className="text-primary-text hover:underline">
      Change
    </Link>
  </p>
)

/** The specified shortcuts that work on every screen. */
const useGlobalShortcuts = (actions: { toggleTheme: () => void; showShortcuts: () => void }): void => {
  const navigate = useNavigate()
  // Closes the list of shortcuts, so that the next person who signs in does not see it.
  useEffect(() => () => hideShortcuts(), [])
  useShortcuts(
    'Go to',
    navItems({ isAdmin: false, isSuperAdmin: false }).flatMap(({ to, label, letter }) =>
      letter ? [{ keys: `Alt+${letter}`, label, run: () => void navigate({ to }) }] : [],
    ),
  )
  useShortcuts('Everywhere', [
    { keys: 'Alt+T', label: 'Dark or light', run: actions.toggleTheme },
    { keys: 'Alt+?', label: 'This list', run: actions.showShortcuts },
    { keys: 'Escape', label: 'Close dialog, cancel drag' },
  ])
}

const undo = () => void requestUndo({ verb: 'undo', changeId: null })
const redo = () => void requestUndo({ verb: 'redo', changeId: null })

/** Ctrl+Z undoes the reader's latest change on the server. While the reader types, the key belongs to the field. */
const useUndo = (): void => {
  const client = useQueryClient()
  useEffect(() => provideUndo(client), [client])
  useShortcuts('Everywhere', [
    { keys: 'Mod+Z', label: 'Undo', run: undo },
    { keys: 'Mod+Shift+Z', label: 'Redo', run: redo },
    { keys: 'Mod+Y', label: 'Redo', run: redo },
  ])
}

/** Records every visited screen by its path for the navigation history. */
const useVisits = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const tenantId = useSession((session) => session.tenantId)
  useEffect(() => {
    if (path !== undefined && tenantId !== null && path !== '/login') visitPath(path, Date.now())
  }, [path, tenantId])
}

const NavDrawer = lazyPart(() => import('./nav-drawer.tsx').then(({ NavDrawer }) => NavDrawer))
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog))

interface AppShellProps {
  children: ReactNode
  /** The field of the command palette in the header. */
  palette?: ReactNode
  onSignedOut: () => void
  /** Called when the session may have ended. */
  onSessionDoubt: () => void
  /** Shows who is running the scheduler. */
  running?: ReactNode
  bell?: ReactNode
}

/** Header, navigation and shortcuts around every screen of the organization. It also opens the live connection. */
export function AppShell({ children, palette, onSignedOut, onSessionDoubt, running, bell }: AppShellProps) {
  const queryClient = useQueryClient()
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const isInside = useSession((session) => session.userId !== null && session.tenantId !== null)
  const { dark, toggle } = useToggleTheme()
  // Each is loaded when first opened and then stays mounted, so that its closing animation can run.
  const [drawer, setDrawer] = useState<boolean | null>(null)
  const shortcuts = useShortcutListOpen()
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
  const zoneNote = useZoneNote()
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
        className={classNames(
          'flex min-w-0 grow flex-col outline-none',
          isAway && 'below-strip',
          zoneNote && 'below-note',
        )}
      >
        {isInside && zoneNote && <ZoneStrip note={zoneNote} />}
        {/* After a logout nothing is shown or requested any more while the app goes to /login. */}
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
