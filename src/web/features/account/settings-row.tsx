import type { ReactNode } from 'react'

interface SettingsRowProps {
  label: string
  description?: string
  children: ReactNode
}

/** A setting: what it is at the left, the choice at the right; the choice brings its own name for readers. */
export const SettingsRow = ({ label, description, children }: SettingsRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <span aria-hidden>
      {label}
      {description && <span className="block text-ink-3 text-label">{description}</span>}
    </span>
    {children}
  </div>
)
