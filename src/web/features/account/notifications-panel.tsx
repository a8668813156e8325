import { useQuery } from '@tanstack/react-query'
import type { NotificationSwitches, Settings } from '#contract/users.ts'
import { mailStatusQuery } from '#web/api/notifications/mail.queries.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import type { UseChoices } from './use-choices.ts'

const categories: readonly [keyof NotificationSwitches, string, string][] = [
  ['project', 'Project', 'Late, recovered, shipped'],
  ['schedule', 'Schedule', 'Runs finished, failed or reverted'],
  ['user', 'User', 'Access requests and answers'],
  ['analytics', 'Analytics', 'Notable metrics'],
  ['system', 'System', 'Notes from colleagues and the product'],
]

/** The reader's notification settings. The server does not create notifications that are switched off. */
export function NotificationsPanel({ settings, preferences, choose }: Omit<UseChoices, 'error'>) {
  const { emailNotifications, projectNotifications, taskReminders } = settings.notifications
  const { data: mail } = useQuery(mailStatusQuery())
  const change = (notifications: Partial<Settings['notifications']>) => choose({ settings: { notifications } })
  const off = !preferences.notifications
  return (
    <Panel title="Notifications">
      <div id="notifications" className="flex scroll-mt-20 flex-col gap-4 p-3">
        <Toggle
          label="Notifications"
          description="Off: no notifications"
          checked={preferences.notifications}
          onChange={(event) => choose({ preferences: { notifications: event.target.checked } })}
        />
        <Toggle
          label="Project notifications"
          description="Projects that become late, recover or ship"
          checked={projectNotifications}
          disabled={off}
          onChange={(event) => change({ projectNotifications: event.target.checked })}
        />
        <Toggle
          label="Task reminders"
          description="Operations assigned to a work center or ready to start"
          checked={taskReminders}
          disabled={off}
          onChange={(event) => change({ taskReminders: event.target.checked })}
        />
        <Toggle
          label="Email notifications"
          description={
            mail?.isConfigured === false
              ? 'Email is not configured on this server. Links are shown once instead.'
              : 'Each morning at 6:00 AM, the projects that became late, if there are any'
          }
          checked={emailNotifications}
          disabled={off}
          onChange={(event) => change({ emailNotifications: event.target.checked })}
        />
        <section aria-label="By category" className="flex flex-col gap-4 border-line border-t pt-3">
          <h3 className="text-ink-3 text-label">By category</h3>
          {categories.map(([category, label, description]) => (
            <Toggle
              key={category}
              label={label}
              description={description}
              disabled={off}
              checked={settings.notificationCategories?.[category] ?? true}
              onChange={(event) =>
                choose({ settings: { notificationCategories: { [category]: event.target.checked } } })
              }
            />
          ))}
        </section>
      </div>
    </Panel>
  )
}
