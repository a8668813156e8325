import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'
import { skipLogin } from '#web/app/guards/guards.ts'
import { safeRedirect } from '#web/app/guards/safe-redirect.ts'
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx'

const text = ifReadable(z.string())

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: text, reset: text, invitation: text, sso: text }),
  // A signed-in user may also open a one-time link or return from an identity provider.
  beforeLoad: ({ search }) =>
    search.reset || search.invitation || search.sso ? undefined : skipLogin(search.redirect),
  component: LoginPage,
})

function LoginPage() {
  const navigate = Route.useNavigate()
  const { redirect, reset, invitation, sso } = Route.useSearch()
  const onSignedIn = ({ requiresTenantSelection }: { requiresTenantSelection: boolean }) =>
    void navigate({ href: requiresTenantSelection ? '/tenant-selection' : safeRedirect(redirect), replace: true })
  const onLeave = () => void navigate({ to: '/login', search: { redirect }, replace: true })
  return (
    <SignInPage
      linkToken={reset ?? invitation}
      answer={sso}
      redirect={redirect}
      onSignedIn={onSignedIn}
      onLeave={onLeave}
    />
  )
}
