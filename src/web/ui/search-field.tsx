import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { type InputSize, inputClasses } from './input-classes.ts'
import { KeyCap } from './key-cap.tsx'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'value' | 'onChange'> & {
  /** The accessible name; the placeholder says what can be searched. */
  label: string
  value: string
  onChange: (value: string) => void
  size?: InputSize
  /** The key that focuses the field, shown while it is empty. */
  shortcut?: string
}

/** A search box. The cross or Escape clears it. */
export function SearchField({
  label,
  value,
  onChange,
  size = 'small',
  shortcut,
  className,
  ...rest
}: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-ink-3" />
      <input
        placeholder="Search"
        {...rest}
        type="search"
        aria-label={label}
        value={value}
        className={inputClasses(size, { icon: true, end: value !== '' || shortcut !== undefined })}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation()
            onChange('')
          }
          rest.onKeyDown?.(event)
        }}
      />
      <span className="absolute inset-y-0 right-1 flex items-center">
        {value ? (
          <button
            type="button"
            aria-label="Clear search"
            className="flex size-6 items-center justify-center rounded-inner text-ink-3 hover:bg-hover"
            onClick={() => onChange('')}
          >
            <X className="size-3.5" />
          </button>
        ) : (
          shortcut && <KeyCap keys={shortcut} />
        )}
      </span>
    </div>
  )
}
