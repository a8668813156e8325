import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { LayerContext } from '#web/ui/layer.ts'
import { listenToKeys } from './press-shortcut.ts'
import { registerShortcuts, type Shortcut } from './registry.ts'

/**
 * Registers keyboard shortcuts for the whole screen while the component is mounted, and lists them under `title` in the
 * shortcuts dialog: `useShortcuts('Lists', [{ keys: 'J', label: 'Next row', run: next }])`. They are ignored in text
 * fields, except those with `inFields`, and while a modal dialog is open unless the component is inside it. The list
 * may be a new object on every render.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const id = useId()
  const isInDialog = useContext(LayerContext) === 'z-dialog-popover'
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  const described = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })))
  useEffect(
    () => registerShortcuts({ id, title, isInDialog, listed: JSON.parse(described), read: () => latest.current }),
    [id, title, isInDialog, described],
  )
  useEffect(listenToKeys, [])
}
