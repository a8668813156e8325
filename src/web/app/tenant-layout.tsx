import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { CalendarSettingsContext } from '#web/components/date-field/calendar-settings.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useReportPresence } from '#web/components/presence/use-report-presence.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { RunningChip } from '#web/components/scheduling-run/running-chip.tsx'
import { PaletteHost } from '#web/features/command-palette/palette-host.tsx'
import { BellSlot } from '#web/features/notifications/bell-slot.tsx'
import { AppShell } from '#web/features/shell/app-shell.tsx'
import { prepareToasts } from '#web/ui/toast.tsx'
import { preparePartError } from './lazy-part-error.tsx'
import { closeNotice, useNotice } from './notice.ts'
import { PageTransition } from './page-transition.tsx'

/** Shown after this delay, so that it does not compete with the first screen. */
const troubleAfterMs = 3_000

const prepareForTrouble = () => {
  prepareToasts()
  preparePartError()
}

const NoticeDialog = lazyPart(() => import('#web/ui/notice-dialog.tsx').then(({ NoticeDialog }) => NoticeDialog))

/** Shows a notice above the current page; loaded when the first notice arrives. */
function NoticeHost() {
  const notice = useNotice()
  if (!notice) return null
  return (
    <Suspense>
      <NoticeDialog open title={notice.title} onClose={closeNotice}>
        {notice.text}
      </NoticeDialog>
    </Suspense>
  )
}

/** Provides today's date and the first day of the week to all calendars. */
function WithCalendarSettings({ children }: { children: ReactNode }) {
  const { zone } = useDateSettings()
  const weekStartsOn = useWeekStartsOn()
  const settings = useMemo(() => ({ zone, weekStartsOn }), [zone, weekStartsOn])
  return <CalendarSettingsContext value={settings}>{children}</CalendarSettingsContext>
}

/** The frame of every organization screen: the shell, with parts of other features in its header. */
export function TenantLayout() {
  const router = useRouter()
  useReportPresence()
  useEffect(() => {
    const timer = setTimeout(prepareForTrouble, troubleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <WithCalendarSettings>
      <AppShell
        onSignedOut={() => void router.navigate({ to: '/login', replace: true })}
        onSessionDoubt={router.invalidate}
        palette={<PaletteHost />}
        running={<RunningChip />}
        bell={<BellSlot />}
      >
        <PageTransition>
          <Outlet />
        </PageTransition>
        <NoticeHost />
      </AppShell>
    </WithCalendarSettings>
  )
}
