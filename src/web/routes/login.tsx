import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { skipLogin } from '#web/app/guards/guards.ts'
import { safeRedirect } from '#web/app/guards/safe-redirect.ts'
import { SetPasswordForm } from '#web/features/sign-in/set-password-form.tsx'
import { SignInScreen } from '#web/features/sign-in/sign-in-screen.tsx'

const text = z.string().optional().catch(undefined)

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: text, reset: text }),
  // A one-time link may be opened beside someone's session.
  beforeLoad: ({ search }) => (search.reset ? undefined : skipLogin(search.redirect)),
  component: LoginPage,
})

function LoginPage() {
  const navigate = Route.useNavigate()
  const { redirect, reset } = Route.useSearch()
  if (reset) {
    return <SetPasswordForm token={reset} onDone={() => void navigate({ to: '/login', search: {}, replace: true })} />
  }
  return (
    <SignInScreen
      onSignedIn={({ requiresTenantSelection }) =>
        void navigate(
          requiresTenantSelection
            ? { to: '/tenant-selection', replace: true }
            : { href: safeRedirect(redirect), replace: true },
        )
      }
    />
  )
}
