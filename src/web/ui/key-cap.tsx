import { keyNames } from '#web/lib/key-names.ts'

/** A key or combination as printed on this keyboard: `<KeyCap keys="Mod+K" />` shows 'Ctrl K', or '⌘ K' on Apple keyboards. */
export function KeyCap({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center whitespace-nowrap rounded-inner border border-line-2 bg-surface px-1.5 font-sans text-axis text-ink-2">
      {keyNames(keys).join(' ')}
    </kbd>
  )
}
