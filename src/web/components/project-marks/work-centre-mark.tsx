import type { ReactNode } from 'react'

/** A work centre's colour: a swatch of the theme ('w3') or the colour an admin chose. */
export const swatchColour = (color: string | undefined): string => {
  if (!color) return 'var(--line-2)'
  return /^w[1-8]$/.test(color) ? `var(--${color})` : color
}

/** A work centre's swatch before a name. `hollow`: it is next, not at work. */
export const WorkCentreMark = ({
  color,
  hollow = false,
  children,
}: {
  color: string | undefined
  hollow?: boolean
  children: ReactNode
}) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-mark border"
      style={{ borderColor: swatchColour(color), background: hollow ? 'none' : swatchColour(color) }}
    />
    <span className="truncate">{children}</span>
  </span>
)
