import { errorSentence } from '#web/api/api-error.ts'
import { UnsavedChangesDialog } from '#web/components/unsaved-changes/unsaved-changes-dialog.tsx'
import { useUnsavedChanges } from '#web/components/unsaved-changes/use-unsaved-changes.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { ApiTokensPanel } from './api-tokens-panel.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { DatesPanel } from './dates-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { SecondFactorSetting } from './second-factor-setting.tsx'
import { type UseChoices, useChoices } from './use-choices.ts'
import { useHashTarget } from './use-hash-target.ts'

/** What colleagues see of the reader, and how the reader signs in. */
const PrivacyPanel = ({ settings, choose }: Pick<UseChoices, 'settings' | 'choose'>) => (
  <Panel title="Privacy">
    <div id="privacy" className="flex scroll-mt-20 flex-col gap-4 p-3">
      <Toggle
        label="Show my status"
        description="Colleagues see when you are on the same project"
        checked={settings.privacy.showStatus}
        onChange={(event) => choose({ settings: { privacy: { showStatus: event.target.checked } } })}
      />
      <SecondFactorSetting />
    </div>
  </Panel>
)

/** All settings of the reader, and their API tokens. Each choice applies at once and is saved for all their devices. */
export function SettingsScreen() {
  const choices = useChoices()
  const blocked = useUnsavedChanges(choices.hasUnsaved, 'settings', null)
  useHashTarget()
  return (
    <>
      <PageHead title="Settings" meta="Changes are saved immediately, for all your devices" />
      <div className="grid w-full max-w-280 grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:max-w-140 max-lg:grid-cols-1 max-md:px-4">
        {choices.error && (
          <div className="col-span-full flex flex-col gap-2">
            <Alert>{errorSentence(choices.error)}</Alert>
            <div className="flex gap-2">
              <Button variant="primary" onClick={choices.retry}>
                Try again
              </Button>
              <Button onClick={choices.discard}>Discard</Button>
            </div>
          </div>
        )}
        <div className="flex flex-col gap-4">
          <AppearancePanel choose={choices.choose} />
          <DatesPanel {...choices} />
          <GeneralPanel {...choices} />
        </div>
        <div className="flex flex-col gap-4">
          <NotificationsPanel {...choices} />
          <PrivacyPanel {...choices} />
          <ApiTokensPanel />
        </div>
      </div>
      <UnsavedChangesDialog blocked={blocked} />
    </>
  )
}
