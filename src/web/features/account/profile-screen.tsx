import { useSuspenseQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/api/users/one-user.queries.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CalendarFeedsPanel } from './calendar-feeds-panel.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInsPanel } from './sign-ins-panel.tsx'
import { useHashTarget } from './use-hash-target.ts'

/** The reader's own name, password, sessions, sign-ins and calendar feeds. */
export function ProfileScreen() {
  const { data: me } = useSuspenseQuery(profileQuery())
  useHashTarget()
  return (
    <>
      <PageHead title="Profile" meta={me.email} />
      <div className="grid w-full max-w-280 grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:max-w-140 max-lg:grid-cols-1 max-md:px-4">
        <div className="flex flex-col gap-4">
          <NameForm me={me} />
          <AccessPanel />
          <PasswordForm email={me.email} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SessionsPanel />
          <SignInsPanel />
          <CalendarFeedsPanel />
        </div>
      </div>
    </>
  )
}
