import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { UseChoices } from './use-choices.ts'

const languages = [{ value: 'en', label: 'English' }]
const layouts = [
  { value: 'default', label: 'Default' },
  { value: 'compact', label: 'Compact' },
]

/** The language (English only so far) and the layout of the dashboard. */
export const GeneralPanel = ({
  settings,
  preferences,
  choose,
}: Pick<UseChoices, 'settings' | 'preferences' | 'choose'>) => (
  <Panel title="Language and dashboard">
    <div id="general" className="flex scroll-mt-20 flex-col gap-3 p-3">
      <SelectField
        label="Language"
        description="Only English is available so far"
        options={languages}
        value={languages.some(({ value }) => value === settings.language) ? settings.language : 'en'}
        onChange={({ target: { value } }) =>
          choose({ settings: { language: value }, preferences: { language: value } })
        }
      />
      <SelectField
        label="Dashboard layout"
        description="Compact: smaller figures and rows"
        options={layouts}
        value={
          layouts.some(({ value }) => value === preferences.dashboardLayout) ? preferences.dashboardLayout : 'default'
        }
        onChange={(event) => choose({ preferences: { dashboardLayout: event.target.value } })}
      />
    </div>
  </Panel>
)
