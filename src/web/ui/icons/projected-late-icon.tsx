import type { IconProps } from './icon-props.ts'

/** Projected late: open triangle with a mark. */
export function ProjectedLateIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <path d="M7.1 2.4a1 1 0 0 1 1.8 0l5.6 10a1 1 0 0 1-.9 1.6H2.4a1 1 0 0 1-.9-1.6Z" />
      <path d="M8 6.2v3.1M8 11.6v.1" />
    </svg>
  )
}
