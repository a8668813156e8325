import type { IconProps } from './icon-props.ts'

/** The logo: three bars on the primary tile, the same picture as public/favicon.svg. */
export function BrandMark({ className = 'size-7 shrink-0', ...rest }: IconProps) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={className} {...rest}>
      <rect width="28" height="28" rx="6" className="fill-primary" />
      <g fill="#fff">
        <rect x="5" y="7" width="12" height="3.6" rx="1.8" />
        <rect x="8.5" y="12.2" width="13" height="3.6" rx="1.8" />
        <rect x="13.5" y="17.4" width="10" height="3.6" rx="1.8" />
      </g>
    </svg>
  )
}
