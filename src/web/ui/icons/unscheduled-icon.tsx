import type { IconProps } from './icon-props.ts'

/** Not placed: open square with a dash. */
export function UnscheduledIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2" strokeDasharray="3 2" />
      <path d="M5.8 8h4.4" />
    </svg>
  )
}
