import { Search } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/stores/session.ts'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { collectTypedAhead } from './typed-ahead.ts'

const load = () => import('./command-palette.tsx')
/** Loads the palette in advance; if that fails, opening it tries again. */
const prepare = () => void load().catch(() => {})
const CommandPalette = lazyPart(() => load().then(({ CommandPalette }) => CommandPalette))

/** The field in the header and the shortcut Ctrl+K, which open the palette. It is loaded only when needed. */
export function PaletteHost() {
  // The palette is loaded when it is first opened and then stays mounted, so that its closing animation can run.
  const [open, setOpen] = useState<boolean | null>(null)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const takeTyped = useRef<() => string>(() => '')
  const show = () => {
    takeTyped.current()
    takeTyped.current = collectTypedAhead()
    setOpen(true)
  }
  const close = () => {
    takeTyped.current()
    setOpen(false)
  }
  useShortcuts('Everywhere', [{ keys: 'Mod+K', label: 'Command palette', run: show }])
  return (
    <>
      <button
        type="button"
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
        className={classNames(
          isSuperAdmin ? 'xl:w-21' : 'xl:w-42',
          'mr-1 flex h-8 min-w-8 items-center gap-2 rounded border border-line-2 bg-sunken px-2.5 text-ink-3 hover:bg-hover max-xl:size-8 max-xl:justify-center max-xl:border-transparent max-xl:bg-transparent max-xl:p-0 max-md:size-11',
        )}
      >
        <Search />
        <span className="contents max-xl:hidden">
          {!isSuperAdmin && <span className="min-w-0 grow truncate text-left">Search</span>}
          <KeyCap keys="Mod+K" />
        </span>
      </button>
      <Suspense>
        {open !== null && <CommandPalette open={open} takeTyped={() => takeTyped.current()} onClose={close} />}
      </Suspense>
    </>
  )
}
