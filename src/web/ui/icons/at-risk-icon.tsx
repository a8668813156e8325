import type { IconProps } from './icon-props.ts'

/** At risk: clock whose ring breaks for a mark. */
export function AtRiskIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
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
      <path d="M13.9 6.6A6.2 6.2 0 1 0 10.3 13.8" />
      <path d="M8 4.2V8l2.3 1.4M13.3 9.6v2.2M13.3 14.2v.1" />
    </svg>
  )
}
