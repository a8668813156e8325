import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** Props that the field must have. */
type FieldWiring = Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown'> & { onBlur: () => void }

type EditableCellProps = {
  /** Accessible name of the value: 'Duration of Weld frame'. */
  label: string
  /** The visible value. */
  children: ReactNode
  /** The value in words for screen readers. */
  text: string
  end?: boolean
  /** Why the reader may not change it; null if they may. */
  refusal: string | null
  /** Renders the field, with the current value as its default. */
  field: (wiring: FieldWiring) => ReactNode
  /** Saves the typed text; false if it was not saved and stays in the field. */
  onCommit: (typed: string) => boolean | Promise<boolean>
}

/**
 * A value that becomes a field on Enter or a click. Enter and leaving the field save, Escape cancels. Text that could
 * not be saved returns to the field.
 */
export function EditableCell({ label, text, children, end, refusal, field, onCommit }: EditableCellProps) {
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
    // The field takes the focus back only if the reader has not moved to another cell.
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
    <Tooltip content={refusal}>
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${text}. Edit`}
        aria-disabled={refusal !== null || undefined}
        className={classNames(
          '-mx-1.5 flex h-6 min-w-0 items-center truncate rounded-inner px-1.5 tabular-nums',
          refusal === null ? 'hover:bg-press' : 'cursor-not-allowed',
          end && 'justify-end',
        )}
        onClick={() => refusal === null && setEditing(true)}
      >
        {children}
      </button>
    </Tooltip>
  )
}
