import { X } from 'lucide-react'
import type { ComponentProps } from 'react'

type FilterChipProps = Omit<ComponentProps<'button'>, 'value' | 'children'> & {
  /** The field name: 'Phase is not'. */
  label: string
  /** The chosen value, in semibold: 'Shipped, Cancelled'. */
  value?: string
  onRemove: () => void
}

/** An active filter. The chip opens it (as a popover trigger or through onClick); the cross removes it. */
export function FilterChip({ label, value, onRemove, ...rest }: FilterChipProps) {
  return (
    <span className="inline-flex h-control-sm shrink-0 items-center rounded border border-primary-line bg-primary-tint text-primary-text">
      <button
        type="button"
        className="h-full whitespace-nowrap rounded-l-inner pr-1 pl-2 hover:bg-primary-tint-2"
        {...rest}
      >
        {label}
        {value && (
          <>
            {' '}
            <b className="ml-0.5">{value}</b>
          </>
        )}
      </button>
      <button
        type="button"
        aria-label={`Remove filter ${[label, value].filter(Boolean).join(' ')}`}
        className="flex h-full min-w-6 items-center justify-center rounded-r-inner pr-1.5 pl-1 hover:bg-primary-tint-2"
        onClick={onRemove}
      >
        <X className="size-3.5" />
      </button>
    </span>
  )
}
