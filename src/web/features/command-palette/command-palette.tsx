import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { matchesKeys } from '#web/components/shortcuts/matches-keys.ts'
import { useNarrow } from '#web/lib/use-narrow.ts'
import { keepRecentCommand, useHeaderStorage } from '#web/stores/habits.ts'
import { BareDialog } from '#web/ui/bare-dialog.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { KeyCap } from '#web/ui/key-cap.tsx'
import { foundSections, openingSections } from './arrange-commands.ts'
import type { Command } from './command.ts'
import { PaletteRow } from './palette-row.tsx'
import { SearchIndex } from './search-index.ts'
import { useCommands } from './use-commands.ts'
import { useRecordCommands } from './use-record-commands.ts'

/** Delay before the field takes the focus. */
const focusAfterMs = 100

const recordIdOf = (commandId: string) => /^(?:project|operation):(.+)$/.exec(commandId)?.[1]

/** The commands for a text, in sections. */
const useSections = (query: string) => {
  const recentIds = useHeaderStorage((header) => header.recentCommands)
  const recentRecordIds = useMemo(() => recentIds.flatMap((id) => recordIdOf(id) ?? []), [recentIds])
  const commands = useCommands()
  const records = useRecordCommands(query, recentRecordIds)
  const index = useMemo(() => new SearchIndex(commands), [commands])
  const held = useMemo(() => new SearchIndex(records.held), [records.held])
  useEffect(() => {
    // Warms up the search while the field waits for its focus, so that the first letter is fast.
    const timer = setTimeout(() => ['q', 'warmed uq'].map((text) => held.search(text, 1)), 0)
    return () => clearTimeout(timer)
  }, [held])
  const sections = useMemo(() => {
    const known = new Map([...commands, ...records.recent].map((command) => [command.id, command]))
    const recent = recentIds.flatMap((id) => known.get(id) ?? [])
    return query.trim() === '' ? openingSections(commands, recent) : foundSections(query, index, held, records.found)
  }, [query, commands, recentIds, records.recent, records.found, index, held])
  return { sections, recentIds, isSearching: records.isSearching }
}

interface PaletteProps {
  /** The text that was typed before the field had the focus; '' from the second call on. */
  takeTyped: () => string
  onClose: () => void
}

const Body = ({ input, takeTyped, onClose }: PaletteProps & { input: React.RefObject<HTMLInputElement | null> }) => {
  const [query, setQuery] = useState('')
  // Null means the first command, even after the results change.
  const [chosen, setChosen] = useState<string | null>(null)
  const { sections, recentIds, isSearching } = useSections(query)
  const narrow = useNarrow()
  const first = sections[0]?.commands[0]?.id ?? ''

  const choose = (command: Command) => {
    keepRecentCommand(command.id)
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matchesKeys(event.nativeEvent, 'Mod+K')) return
    event.preventDefault()
    onClose()
  }
  return (
    <Cmdk
      label="Command palette"
      shouldFilter={false}
      vimBindings={false}
      value={chosen ?? first}
      onValueChange={(id) => setChosen(id === first ? null : id)}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col"
    >
      <div className="flex h-13 shrink-0 items-center gap-2.5 border-line-2 border-b px-4">
        <Search className="text-ink-3" />
        <Cmdk.Input
          ref={input}
          value={query}
          onFocus={() => setQuery(query + takeTyped())}
          onValueChange={(text) => {
            setQuery(text)
            setChosen(null)
          }}
          placeholder="Type a command or search..."
          maxLength={100}
          className="h-full min-w-0 grow bg-transparent text-field outline-none placeholder:text-ink-3"
        />
        {narrow ? <CloseButton className="-mr-3 size-11" onClose={onClose} /> : <KeyCap keys="Escape" />}
      </div>
      {sections.length === 0 && (
        <p role="status" className="px-4 py-6 text-center text-ink-3">
          {isSearching ? 'Searching…' : 'No commands found'}
        </p>
      )}
      {/* At most 400 px high. */}
      <Cmdk.List label="Commands" className="max-h-[400px] overflow-y-auto overscroll-contain">
        {sections.map(({ title, commands: found }) => (
          <Cmdk.Group
            key={title}
            heading={<span className="flex h-7 items-end px-4.5 pb-1 text-ink-3 text-label">{title}</span>}
          >
            {found.map((command) => (
              <PaletteRow
                key={command.id}
                command={command}
                query={query}
                isRecent={recentIds.includes(command.id)}
                onChoose={() => choose(command)}
              />
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
      <footer className="flex h-9 shrink-0 items-center gap-1.5 border-line border-t bg-sunken px-4 text-ink-3 text-label max-md:hidden">
        <KeyCap keys="ArrowUp" /> <KeyCap keys="ArrowDown" /> move <KeyCap keys="Enter" /> open <KeyCap keys="Escape" />{' '}
        close
      </footer>
    </Cmdk>
  )
}

/** Finds any screen, action, project or operation by a few letters (Ctrl+K). */
export function CommandPalette({ open, takeTyped, onClose }: PaletteProps & { open: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <BareDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      label="Command palette"
      focusOn={input}
      focusAfterMs={focusAfterMs}
    >
      <Body input={input} takeTyped={takeTyped} onClose={onClose} />
    </BareDialog>
  )
}
