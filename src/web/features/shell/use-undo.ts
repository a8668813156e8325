import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { provideUndo, requestUndo } from '#web/components/undo/undo.ts'

const undo = () => void requestUndo({ verb: 'undo', changeId: null })
const redo = () => void requestUndo({ verb: 'redo', changeId: null })

/** Ctrl+Z on every screen takes back the newest own change, on the server; while somebody types it is the field's. */
export const useUndo = (): void => {
  const client = useQueryClient()
  useEffect(() => provideUndo(client), [client])
  useShortcuts('Everywhere', [
    { keys: 'Mod+Z', label: 'Undo', run: undo },
    { keys: 'Mod+Shift+Z', label: 'Redo', run: redo },
    { keys: 'Mod+Y', label: 'Redo', run: redo },
  ])
}
