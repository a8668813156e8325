import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** What the field must carry. */
export type FieldWiring = Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown' | 'onBlur'>

type EditableCellProps = {
  /** What is edited, read aloud: 'Duration of Weld frame'. */
  label: string
  /** The value as the reader sees it. */
  children: ReactNode
  /** The value in words, read aloud. */
  text: string
  end?: boolean
  /** The field; it starts with the present value as its default. */
  field: (wiring: FieldWiring) => ReactNode
  /** Takes what was typed; false = it could not, and what was typed stays in its field. */
  onCommit: (typed: string) => boolean | Promise<boolean>
}

/**
 * A value that becomes a field on Enter or a click; Enter and leaving it save, Escape leaves it as it was. What could not
 * be saved stands in the field again.
 */
export function EditableCell({ label, text, children, end, field, onCommit }: EditableCellProps) {
  const [editing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const back = useRef(false)
  const kept = useRef<{ typed: string; takesFocus: boolean } | null>(null)
  useEffect(() => {
    if (editing) {
      if (input.current && kept.current) input.current.value = kept.current.typed
      if (kept.current?.takesFocus === false) return
      input.current?.focus()
      input.current?.select()
    } else if (back.current) {
      back.current = false
      button.current?.focus()
    }
  }, [editing])
  const commit = async (typed: string) => {
    if (await onCommit(typed)) return
    // Whoever has gone on to another cell is not called back.
    kept.current = { typed, takesFocus: document.activeElement === button.current }
    setEditing(true)
  }
  const close = (save: boolean) => {
    const field = input.current
    kept.current = null
    if (save && field && field.value !== field.defaultValue) void commit(field.value)
    setEditing(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    back.current = true
    close(event.key === 'Enter')
  }
  if (editing) return field({ ref: input, onKeyDown: press, onBlur: () => close(!back.current) })
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${label}: ${text}. Edit`}
      className={`-mx-1.5 flex h-6 min-w-0 max-w-full items-center truncate rounded-inner px-1.5 tabular-nums hover:bg-press ${end ? 'justify-end' : ''}`}
      onClick={() => setEditing(true)}
    >
      {children}
    </button>
  )
}
