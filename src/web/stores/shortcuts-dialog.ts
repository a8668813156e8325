import { create } from 'zustand'

/** Whether the list of shortcuts is open; null until it was first asked for, so that it is loaded then. */
export const useShortcutsDialog = create<{ open: boolean | null }>(() => ({ open: null }))

export const showShortcuts = (): void => useShortcutsDialog.setState({ open: true })
export const hideShortcuts = (): void => useShortcutsDialog.setState(({ open }) => ({ open: open && false }))
