import type { IconProps } from './icon-props.ts'

/** Late: filled octagon with a mark. */
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
