import type { ReactNode } from 'react'
import type { Settings } from '#contract/users.ts'
import { primaryColors } from '#contract/vocabulary.ts'
import { type Appearance, isDark } from '#web/lib/appearance.ts'
import { changeAppearance, useAppearance } from '#web/stores/appearance.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import type { UseChoices } from './use-choices.ts'

interface SettingsRowProps {
  label: string
  description?: string
  children: ReactNode
}

/** One setting, with its label at the left and its control at the right. The control has its own accessible name. */
const SettingsRow = ({ label, description, children }: SettingsRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <span aria-hidden>
      {label}
      {description && <span className="block text-ink-3 text-label">{description}</span>}
    </span>
    {children}
  </div>
)

const modes = [
  { value: 'auto', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const fontSizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const
const contrasts = [
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High' },
] as const

const primarySegments = primaryColors.map((value) => ({
  value,
  label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
}))

/** The appearance settings. A change applies on this device at once, and on other devices when they start next. */
export function AppearancePanel({ choose }: Pick<UseChoices, 'choose'>) {
  const appearance = useAppearance()
  const change = (next: Partial<Appearance>) => {
    changeAppearance(next)
    const { primary, ...rest } = next
    const settings: Partial<Settings['appearance']> = { ...rest, ...(primary && { customColors: { primary } }) }
    choose({ settings: { appearance: next.mode ? { ...settings, darkMode: isDark({ mode: next.mode }) } : settings } })
  }
  return (
    <Panel title="Appearance">
      <div id="appearance" className="flex scroll-mt-20 flex-col gap-4 p-3">
        <SettingsRow label="Theme">
          <SegmentedControl
            label="Theme"
            value={appearance.mode}
            segments={modes}
            onChange={(mode) => change({ mode })}
          />
        </SettingsRow>
        <SettingsRow label="Font size">
          <SegmentedControl
            label="Font size"
            value={appearance.fontSize}
            segments={fontSizes}
            onChange={(fontSize) => change({ fontSize })}
          />
        </SettingsRow>
        <SettingsRow label="Contrast" description="High: stronger lines and text">
          <SegmentedControl
            label="Contrast"
            value={appearance.contrast}
            segments={contrasts}
            onChange={(contrast) => change({ contrast })}
          />
        </SettingsRow>
        <SettingsRow label="Primary color" description="High contrast has its own color">
          <SegmentedControl
            label="Primary color"
            value={appearance.primary}
            segments={primarySegments}
            onChange={(primary) => change({ primary })}
          />
        </SettingsRow>
        <Toggle
          label="Compact view"
          description="Shows more rows in every list"
          checked={appearance.compactView}
          onChange={(event) => change({ compactView: event.target.checked })}
        />
        <Toggle
          label="Reduced motion"
          description="No animations; also when your system asks for reduced motion"
          checked={appearance.reducedMotion}
          onChange={(event) => change({ reducedMotion: event.target.checked })}
        />
      </div>
    </Panel>
  )
}
