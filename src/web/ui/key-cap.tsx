/** A key or a combination as printed on the keyboard: `<KeyCap keys="Ctrl K" />`, `<KeyCap keys="J" />`. */
export function KeyCap({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center whitespace-nowrap rounded-inner border border-line-2 bg-surface px-1.5 font-sans text-axis text-ink-2">
      {keys}
    </kbd>
  )
}
