import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { skipLogin } from '#web/app/guards/guards.ts'
import { safeRedirect } from '#web/app/guards/safe-redirect.ts'
import { SignInPage } from '#web/features/sign-in/sign-in-page.tsx'

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
  const onSignedIn = ({ requiresTenantSelection }: { requiresTenantSelection: boolean }) =>
    void navigate({ href: requiresTenantSelection ? '/tenant-selection' : safeRedirect(redirect), replace: true })
  const onPasswordSet = () => void navigate({ to: '/login', search: {}, replace: true })
  return <SignInPage {...{ reset, onSignedIn, onPasswordSet }} />
}
