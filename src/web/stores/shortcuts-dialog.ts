import { create } from 'zustand'

/** Whether the list of shortcuts is open; null until it is opened for the first time, and only then loaded. */
export const useShortcutsDialog = create<{ open: boolean | null }>(() => ({ open: null }))

export const showShortcuts = (): void => useShortcutsDialog.setState({ open: true })
export const hideShortcuts = (): void => useShortcutsDialog.setState(({ open }) => ({ open: open && false }))
