import type { IconProps } from './icon-props.ts'

/** On hold: circle with a pause. */
export function OnHoldIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <path d="M6.6 5.9v4.2M9.4 5.9v4.2" />
    </svg>
  )
}
