import type { ReactNode } from 'react'

/** A work center's color: a swatch of the theme ('w3') or the color that an admin chose. */
export const swatchColor = (color: string | undefined): string => {
  if (!color) return 'var(--line-2)'
  return /^w[1-8]$/.test(color) ? `var(--${color})` : color
}

/** The swatch of a work center before a name. `hollow`: its operation is the next one, not a running one. */
export const WorkCenterMark = ({
  color,
  hollow = false,
  children,
}: {
  color: string | undefined
  hollow?: boolean
  children: ReactNode
}) => (
  <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-mark border"
      style={{ borderColor: swatchColor(color), background: hollow ? 'none' : swatchColor(color) }}
    />
    <span className="truncate">{children}</span>
  </span>
)
