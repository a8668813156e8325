import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { matchesKeys } from '#web/components/shortcuts/matches-keys.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { keepRecentCommand, useHeaderStorage } from '#web/stores/header-storage.ts'
import { BareDialog } from '#web/ui/bare-dialog.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { foundSections, openingSections } from './arrange-commands.ts'
import type { Command } from './command.ts'
import { layOutLines, listPx } from './lay-out-lines.ts'
import { PaletteList } from './palette-list.tsx'
import { SearchIndex } from './search-index.ts'
import { useCommands } from './use-commands.ts'
import { useRecordCommands } from './use-record-commands.ts'

/** Specification 2.9. */
const focusAfterMs = 100

const recordIdOf = (commandId: string) => /^(?:project|operation):(.+)$/.exec(commandId)?.[1]

const Body = ({ input, onClose }: { input: React.RefObject<HTMLInputElement | null>; onClose: () => void }) => {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const recentIds = useHeaderStorage((header) => header.recentCommands)
  const recentRecordIds = useMemo(() => recentIds.flatMap((id) => recordIdOf(id) ?? []), [recentIds])
  const commands = useCommands()
  const records = useRecordCommands(query, recentRecordIds)
  const index = useMemo(() => new SearchIndex(commands), [commands])
  const held = useMemo(() => new SearchIndex(records.held), [records.held])
  useEffect(() => {
    // The first key finds the engine warm: it is made so while the field waits for its focus.
    const timer = setTimeout(() => ['q', 'warmed uq'].map((text) => held.search(text, 1)), 0)
    return () => clearTimeout(timer)
  }, [held])
  const list = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const rowPx = narrow ? 44 : 40

  const { lines, heightPx, shown } = useMemo(() => {
    const known = new Map([...commands, ...records.recent].map((command) => [command.id, command]))
    const recent = recentIds.flatMap((id) => known.get(id) ?? [])
    const sections =
      query.trim() === '' ? openingSections(commands, recent) : foundSections(query, index, held, records.found)
    return { ...layOutLines(sections, rowPx), shown: sections.flatMap((section) => section.commands) }
  }, [query, commands, recentIds, records.recent, records.found, index, held, rowPx])
  const active = Math.min(chosen, shown.length - 1)

  useLayoutEffect(() => {
    const line = lines.find((one) => one.kind === 'command' && one.index === active)
    if (!list.current || !line) return
    // The first one shows its heading as well.
    const topPx = active === 0 ? 0 : line.topPx
    const { scrollTop } = list.current
    if (topPx < scrollTop) list.current.scrollTop = topPx
    else if (line.topPx + rowPx > scrollTop + listPx) list.current.scrollTop = line.topPx + rowPx - listPx
  }, [active, lines, rowPx])

  const choose = (command: Command) => {
    keepRecentCommand(command.id)
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }
    const target = moves[event.key]
    if (event.nativeEvent.isComposing) return
    if (matchesKeys(event.nativeEvent, 'Mod+K')) onClose()
    else if (event.key === 'Enter') {
      const command = shown[active]
      if (command) choose(command)
    } else if (target !== undefined) setChosen(Math.max(0, Math.min(shown.length - 1, target)))
    // Home and End belong to the text.
    else if (event.key !== 'Home' && event.key !== 'End') return
    if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
    else event.preventDefault()
  }
  return (
    <Cmdk
      label="Command palette"
      shouldFilter={false}
      disablePointerSelection
      vimBindings={false}
      value={shown[active]?.id ?? ''}
      onKeyDownCapture={onKeyDown}
      className="flex min-h-0 flex-col"
    >
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-line-2 border-b px-4">
        <Search className="text-ink-3" />
        <Cmdk.Input
          ref={input}
          value={query}
          onValueChange={(text) => {
            setQuery(text)
            setChosen(0)
            if (list.current) list.current.scrollTop = 0
          }}
          placeholder="Type a command or search..."
          maxLength={100}
          className="h-full min-w-0 grow bg-transparent text-field outline-none placeholder:text-ink-3"
        />
        {narrow ? <CloseButton className="-mr-3 size-11" onClose={onClose} /> : <KeyCap keys="Escape" />}
      </div>
      {shown.length === 0 && (
        <p role="status" className="px-4 py-6 text-center text-ink-3">
          {records.isSearching ? 'Searching…' : 'No commands found'}
        </p>
      )}
      <PaletteList
        {...{ lines, heightPx, rowPx, active, query, recentIds, list }}
        count={shown.length}
        onPoint={setChosen}
        onChoose={choose}
      />
      <footer className="flex h-9 shrink-0 items-center gap-1.5 border-line border-t bg-sunken px-4 text-ink-3 text-label max-md:hidden">
        <KeyCap keys="ArrowUp" /> <KeyCap keys="ArrowDown" /> move <KeyCap keys="Enter" /> open <KeyCap keys="Escape" />{' '}
        close
      </footer>
    </Cmdk>
  )
}

/** Ctrl+K: any screen, action, project or operation by a few letters (specification 2.9). */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <BareDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      label="Command palette"
      focusOn={input}
      focusAfterMs={focusAfterMs}
    >
      <Body input={input} onClose={onClose} />
    </BareDialog>
  )
}
