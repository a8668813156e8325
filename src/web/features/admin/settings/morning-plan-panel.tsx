import { useState } from 'react'
import type { TenantSettings } from '#contract/tenant-settings.ts'
import { morningSettingsWords } from '#domain/proposals/morning-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { clockOfMinutes, minutesFromInput } from '#web/lib/day-minutes.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MorningPlanDialog } from './morning-plan-dialog.tsx'

/** When the server proposes a plan by itself. */
export function MorningPlanPanel({ settings }: { settings: TenantSettings }) {
  const { timeFormat } = useDateSettings()
  const [isOpen, setOpen] = useState(false)
  const words = morningSettingsWords(settings.morningPlan, (at) =>
    clockOfMinutes(minutesFromInput(at) ?? 0, timeFormat),
  )
  return (
    <Panel
      title="Morning plan"
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <p className="px-3 py-2">
        {words.charAt(0).toUpperCase()}
        {words.slice(1)}.
      </p>
      {isOpen && <MorningPlanDialog settings={settings} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
