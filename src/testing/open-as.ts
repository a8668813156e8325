import { screen } from '@testing-library/react'
import type { MemberAccess } from '#contract/vocabulary.ts'
import type { listScreen } from './list-screen.ts'
import type { renderApp } from './render-app.tsx'

interface Right {
  readonly access: MemberAccess
  /** Work centers to which a planner is limited. */
  readonly workCenterIds?: readonly string[]
}

/** Renders the application at a path for a new member with this right in the test's organization. */
export const openAs = async (shop: ReturnType<typeof listScreen>, path: string, right: Right) =>
  shop.open(path, await shop.server.newUser({ memberOf: [{ tenantId: shop.tenant.tenantId, ...right }] }))

/** Clicks a control that is expected to be disabled, and returns the displayed reason. */
export const reasonOf = async (
  { user }: Pick<Awaited<ReturnType<typeof renderApp>>, 'user'>,
  control: HTMLElement,
): Promise<string | null> => {
  if (control.getAttribute('aria-disabled') !== 'true') return null
  await user.click(control)
  return (await screen.findByRole('tooltip')).textContent
}

export const viewerReason = 'You can look at the plan. Changing it needs more access.'
export const reporterReason = 'You can report work. Changing the plan needs more access.'
export const limitedReason = 'You plan only some work centers. This affects others too.'
export const elsewhereReason = 'You plan only some work centers, and this is at another one.'
