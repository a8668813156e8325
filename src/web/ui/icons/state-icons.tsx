import type { ReactNode } from 'react'
import type { IconProps } from './icon-props.ts'

/** The shared outline of state icons. */
function StateIcon({ className = 'size-4 shrink-0', ...rest }: IconProps & { children: ReactNode }) {
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
    />
  )
}

/** At risk: a clock whose ring is broken by an exclamation mark. */
export function AtRiskIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <path d="M13.9 6.6A6.2 6.2 0 1 0 10.3 13.8" />
      <path d="M8 4.2V8l2.3 1.4M13.3 9.6v2.2M13.3 14.2v.1" />
    </StateIcon>
  )
}

/** Cancelled: circle with a cross. */
export function CancelledIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m6.1 6.1 3.8 3.8M9.9 6.1 6.1 9.9" />
    </StateIcon>
  )
}

/** Late: a filled octagon with an exclamation mark. */
export function LateIcon({ className = 'size-4 shrink-0', ...rest }: IconProps) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={className} {...rest}>
      <path
        fillRule="evenodd"
        d="M5.3 1h5.4a1 1 0 0 1 .7.3l3.3 3.3a1 1 0 0 1 .3.7v5.4a1 1 0 0 1-.3.7l-3.3 3.3a1 1 0 0 1-.7.3H5.3a1 1 0 0 1-.7-.3l-3.3-3.3a1 1 0 0 1-.3-.7V5.3a1 1 0 0 1 .3-.7l3.3-3.3A1 1 0 0 1 5.3 1ZM8 4a1 1 0 0 0-1 1v3.2a1 1 0 0 0 2 0V5a1 1 0 0 0-1-1Zm0 6.2a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z"
      />
    </svg>
  )
}

/** On hold: circle with a pause. */
export function OnHoldIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M6.6 5.9v4.2M9.4 5.9v4.2" />
    </StateIcon>
  )
}

/** On time, complete or done: a circle with a check mark. */
export function OnTimeIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <path d="M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0M5.4 8.2 7.2 10l3.4-3.7" />
    </StateIcon>
  )
}

/** Planned: dashed circle. */
export function PlannedIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <circle cx="8" cy="8" r="6.2" strokeDasharray="2.6 2.27" />
    </StateIcon>
  )
}

/** Projected late: an outlined triangle with an exclamation mark. */
export function ProjectedLateIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <path d="M7.1 2.4a1 1 0 0 1 1.8 0l5.6 10a1 1 0 0 1-.9 1.6H2.4a1 1 0 0 1-.9-1.6Z" />
      <path d="M8 6.2v3.1M8 11.6v.1" />
    </StateIcon>
  )
}

/** In progress: an outlined play symbol. */
export function RunningIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <path d="M4.2 2.9a.8.8 0 0 1 1.2-.7l7.9 5.1a.8.8 0 0 1 0 1.4l-7.9 5.1a.8.8 0 0 1-1.2-.7Z" />
    </StateIcon>
  )
}

/** Unscheduled: an outlined square with a dash. */
export function UnscheduledIcon(props: IconProps) {
  return (
    <StateIcon {...props}>
      <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2" strokeDasharray="3 2" />
      <path d="M5.8 8h4.4" />
    </StateIcon>
  )
}
