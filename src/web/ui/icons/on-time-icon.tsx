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
      <path d="M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0M5.4 8.2 7.2 10l3.4-3.7" />
    </svg>
  )
}
