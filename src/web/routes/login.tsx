import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { skipLogin } from '#web/app/guards/guards.ts'
import { safeRedirect } from '#web/app/guards/safe-redirect.ts'
import { SignInScreen } from '#web/features/sign-in/sign-in-screen.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ redirect: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search }) => skipLogin(search.redirect),
  component: LoginPage,
})

function LoginPage() {
  const navigate = Route.useNavigate()
  const { redirect } = Route.useSearch()
  const open = (href: string) => void navigate({ href, replace: true })
  return (
    <SignInScreen
      onSignedIn={(result) => open(result.requiresTenantSelection ? '/tenant-selection' : safeRedirect(redirect))}
    />
  )
}
