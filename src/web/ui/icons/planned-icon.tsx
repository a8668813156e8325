import type { IconProps } from './icon-props.ts'

/** Planned: dashed circle. */
export function PlannedIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <circle cx="8" cy="8" r="6.2" strokeDasharray="2.6 2.27" />
    </svg>
  )
}
