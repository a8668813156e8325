import type { IconProps } from './icon-props.ts'

/** In progress: open play mark. */
export function RunningIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <path d="M4.2 2.9a.8.8 0 0 1 1.2-.7l7.9 5.1a.8.8 0 0 1 0 1.4l-7.9 5.1a.8.8 0 0 1-1.2-.7Z" />
    </svg>
  )
}
