import type { IconProps } from './icon-props.ts'

/** Cancelled: circle with a cross. */
export function CancelledIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      {...rest}
    >
      <circle cx="8" cy="8" r="6.2" />
      <path d="m6.1 6.1 3.8 3.8M9.9 6.1 6.1 9.9" />
    </svg>
  )
}
