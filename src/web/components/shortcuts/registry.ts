import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

/** A key or combination, and its action. */
export interface Shortcut {
  /** 'Mod+K' (Ctrl, or Cmd), 'Alt+D', 'Shift+ArrowDown', 'J', '/', '?': names of `KeyboardEvent.key`. */
  keys: string
  label: string
  /** It also works in text fields, because they do not use the key themselves. */
  inFields?: boolean
  /** The action. Without one the key is only listed, because the focused element handles it. */
  run?: (event: KeyboardEvent) => void
  /** Returns false while disabled; an earlier registration of the key is used instead. */
  when?: (event: KeyboardEvent) => boolean
}

/** The shortcuts that one part of the screen has registered, with their heading in the shortcuts dialog. */
export interface ShortcutGroup {
  readonly id: string
  readonly title: string
  /** True if registered inside a modal dialog: while it is open, only these shortcuts work. */
  readonly isInDialog: boolean
  /** The list for the dialog, from the last change of keys or labels. */
  readonly listed: readonly Pick<Shortcut, 'keys' | 'label'>[]
  /** The shortcuts of the last render. */
  readonly read: () => readonly Shortcut[]
}

/** All active groups of shortcuts, in the order of registration; of equal keys the later one wins. */
export const shortcutGroups = externalValue<readonly ShortcutGroup[]>([])

export const useShortcutGroups = (): readonly ShortcutGroup[] => useExternalValue(shortcutGroups)

/** Whether the list of shortcuts is open; null until it is first opened, which loads it. */
const listOpen = externalValue<boolean | null>(null)

export const useShortcutListOpen = (): boolean | null => useExternalValue(listOpen)

export const showShortcuts = (): void => listOpen.set(true)
export const hideShortcuts = (): void => listOpen.set(listOpen.get() && false)

/** Adds a group. Returns a function that removes it. Screens call `useShortcuts` instead. */
export const registerShortcuts = (group: ShortcutGroup): (() => void) => {
  shortcutGroups.set([...shortcutGroups.get(), group])
  return () => shortcutGroups.set(shortcutGroups.get().filter((one) => one !== group))
}

/** An entry of the dialog under one heading: the action and its keys. */
export interface ListedShortcut {
  label: string
  keys: string[]
}

/** Shortcuts by heading, each label once with all its keys, because parts of a screen may share a heading. */
export const listShortcuts = (groups: readonly ShortcutGroup[]): Map<string, ListedShortcut[]> => {
  const byTitle = new Map<string, ListedShortcut[]>()
  for (const { title, listed } of groups) {
    const lines = byTitle.get(title) ?? []
    byTitle.set(title, lines)
    for (const { keys, label } of listed) {
      const line = lines.find((one) => one.label === label)
      if (!line) lines.push({ label, keys: [keys] })
      else if (!line.keys.includes(keys)) line.keys.push(keys)
    }
  }
  return byTitle
}
