import type { IconProps } from './icon-props.ts'

/** On time, complete, done: circle with a tick. */
export function OnTimeIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <path d="m5.4 8.2 1.8 1.8 3.4-3.7" />
    </svg>
  )
}
