import { Panel } from '#web/ui/panel.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import type { UseChoices } from './use-choices.ts'

/** What others see of the reader, and how they sign in. What is not built says so. */
export const PrivacyPanel = ({ settings, choose }: Pick<UseChoices, 'settings' | 'choose'>) => (
  <Panel title="Privacy">
    <div id="privacy" className="flex scroll-mt-20 flex-col gap-4 p-3">
      <Toggle
        label="Show my status"
        description="Colleagues see when you look at the same project"
        checked={settings.privacy.showStatus}
        onChange={(event) => choose({ settings: { privacy: { showStatus: event.target.checked } } })}
      />
      <Toggle
        label="Two-factor authentication"
        description="Not available yet: you sign in with email and password"
        checked={false}
        disabled
        readOnly
      />
    </div>
  </Panel>
)
