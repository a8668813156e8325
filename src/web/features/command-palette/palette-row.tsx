import { Command as Cmdk } from 'cmdk'
import { KeyCap } from '#web/ui/key-cap.tsx'
import type { Command } from './command.ts'

/** The name, with the first typed word in bold. */
const Name = ({ name, query }: { name: string; query: string }) => {
  const word = query.trim().split(/\s+/)[0]?.replace(/^#/, '') ?? ''
  const at = word === '' ? -1 : name.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <b className="font-semibold text-primary-text">{name.slice(at, at + word.length)}</b>
      {name.slice(at + word.length)}
    </>
  )
}

interface PaletteRowProps {
  command: Command
  query: string
  isRecent: boolean
  onChoose: () => void
}

/** One command. It has few elements and a generated description, so that typing redraws little. A refusal is never truncated. */
export const PaletteRow = ({ command, query, isRecent, onChoose }: PaletteRowProps) => {
  const { id, name, description, isRefused, Icon, keys } = command
  const text = (
    <span
      data-about={description}
      className={`min-w-0 grow after:ml-3 after:text-ink-3 after:content-[attr(data-about)] ${isRefused ? 'py-1.5' : 'truncate'}`}
    >
      <Name name={name} query={query} />
    </span>
  )
  return (
    <Cmdk.Item
      value={id}
      onSelect={onChoose}
      className="mx-1.5 flex min-h-10 cursor-pointer items-center gap-2.5 rounded-inner px-3 max-md:min-h-11 data-[selected=true]:bg-primary-tint data-[selected=true]:shadow-[inset_2px_0_0_var(--primary)] [&>svg]:shrink-0 [&>svg]:text-ink-3"
    >
      {Icon && <Icon />}
      {text}
      {isRecent && (
        <span className="rounded-inner border border-line-2 bg-sunken px-1.5 text-ink-2 text-label">Recent</span>
      )}
      {keys && (
        <span className="contents max-md:hidden">
          <KeyCap keys={keys} />
        </span>
      )}
    </Cmdk.Item>
  )
}
