import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Preferences } from '#contract/users.ts'
import { timeZones } from '#contract/vocabulary.ts'
import { savePreferencesMutation, saveSettingsMutation } from '#web/api/users.mutations.ts'
import { meQuery } from '#web/api/users.queries.ts'
import { browserZone } from '#web/components/reader/use-date-settings.ts'
import { isDark } from '#web/lib/appearance.ts'
import { changeAppearance, useAppearance } from '#web/stores/appearance.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.tsx'

const themes = [
  { value: 'auto', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const dateFormats = ['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd']
const timeFormats = [
  { value: '12h', label: '12 hours, 4:30 PM' },
  { value: '24h', label: '24 hours, 16:30' },
]

/** How the reader sees the product: theme, dates, times, zone. Each choice is saved at once. */
export function SettingsScreen() {
  const queryClient = useQueryClient()
  const { preferences } = useSuspenseQuery(meQuery()).data
  const save = useMutation(savePreferencesMutation(queryClient))
  const saveSettings = useMutation(saveSettingsMutation(queryClient))
  const mode = useAppearance((appearance) => appearance.mode)
  const choose = (change: Partial<Preferences>) =>
    save.mutate(change, { onSuccess: () => toast.success('Settings saved') })
  const chooseTheme = (theme: Preferences['theme']) => {
    changeAppearance({ mode: theme })
    saveSettings.mutate({ appearance: { darkMode: isDark({ mode: theme }) } })
    choose({ theme })
  }
  const shown = save.isPending ? { ...preferences, ...save.variables } : preferences
  const dateFormat = dateFormats.find((format) => format.toLowerCase() === shown.dateFormat.toLowerCase())
  return (
    <>
      <PageHead title="Settings" />
      <div className="flex w-full max-w-140 flex-col gap-4 px-5 pb-5 max-md:px-4">
        <Panel title="Appearance">
          <div className="p-3">
            <SelectField
              label="Theme"
              options={themes}
              value={mode}
              onChange={(event) => chooseTheme(event.target.value as Preferences['theme'])}
            />
          </div>
        </Panel>
        <Panel title="Dates and times">
          <div className="flex flex-col gap-3 p-3">
            <SelectField
              label="Date format"
              options={dateFormats.map((format) => ({ value: format, label: format }))}
              value={dateFormat}
              onChange={(event) => choose({ dateFormat: event.target.value as Preferences['dateFormat'] })}
            />
            <SelectField
              label="Time format"
              options={timeFormats}
              value={shown.timeFormat}
              onChange={(event) => choose({ timeFormat: event.target.value as Preferences['timeFormat'] })}
            />
            <SelectField
              label="Time zone"
              placeholder={`Like the browser (${browserZone()})`}
              options={timeZones.map(({ label, zone }) => ({ value: zone, label: `${label} (${zone})` }))}
              value={shown.timezone ?? ''}
              onChange={(event) => choose({ timezone: event.target.value || null })}
            />
          </div>
        </Panel>
      </div>
    </>
  )
}
