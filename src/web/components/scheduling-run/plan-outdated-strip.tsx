import { useQuery } from '@tanstack/react-query'
import type { PlanOutdated } from '#contract/tenant-settings.ts'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { ProjectedLateIcon } from '#web/ui/icons/state-icons.tsx'

const sentences: Record<PlanOutdated['code'], (name: string) => string> = {
  shift: (name) => `shift pattern ${name} changed`,
  holiday: (name) => `holidays changed (${name})`,
  exception: (name) => `overtime, downtime or capacity changed (${name})`,
  category: (name) => `work center ${name} changed`,
  organisation: () => 'scheduling settings of the organization changed',
}

/** Says that working time or capacity has changed since the plan was made, and offers the run that updates the plan. */
export function PlanOutdatedStrip() {
  const outdated = useQuery({ ...tenantSettingsQuery(), select: ({ planOutdated }) => planOutdated }).data
  const dates = useDateSettings()
  if (!outdated) return null
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-warn-tint px-5 py-1 text-warn-text max-md:px-4"
    >
      <ProjectedLateIcon />
      <span className="min-w-0 grow basis-50">
        The plan is out of date: {sentences[outdated.code](outdated.name)}, {formatShortDateTime(outdated.at, dates)}.
      </span>
      <ScheduleButton variant="default" />
    </div>
  )
}
