import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { navItems } from '#web/components/navigation/nav-items.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { hideShortcuts } from '#web/stores/shortcuts-dialog.ts'

/** The shortcuts of specification 2.5 that work on every screen. */
export const useGlobalShortcuts = (actions: { toggleTheme: () => void; showShortcuts: () => void }): void => {
  const navigate = useNavigate()
  // The next person to sign in here did not ask for the list.
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
