import { useState } from 'react'
import type { AccessHolder } from '#contract/access-requests.ts'
import { mayChangeUser } from '#domain/access/change-user.ts'
import { standingOf } from '#domain/access/permissions.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

const words = { superAdmin: 'Super admin', admin: 'Admin', user: 'User' } as const
const rank = { superAdmin: 0, admin: 1, user: 2 } as const

/** Everyone in the organisation, admins first; an admin may revoke what the rules let go. */
export function HolderList({ holders }: { holders: readonly AccessHolder[] }) {
  const session = useSession()
  const [revoking, setRevoking] = useState<AccessHolder | null>(null)
  const actor = { userId: session.userId ?? '', standing: standingOf(session) }
  const admins = holders.filter(({ access, isActive }) => access !== 'user' && isActive).length
  const reasonAgainst = (holder: AccessHolder) => {
    const member = { ...holder, isAdmin: true, isSuperAdmin: false }
    const decision = mayChangeUser(actor, member, { isAdmin: false }, admins)
    return decision.ok ? null : decision.reason
  }
  const sorted = holders.toSorted((a, b) => rank[a.access] - rank[b.access] || a.name.localeCompare(b.name))
  return (
    <ul>
      {sorted.map((holder) => (
        <li key={holder.userId} className="flex min-h-13 items-center gap-3 border-line px-3 py-1.5 not-first:border-t">
          <Avatar name={holder.name} />
          <span className="min-w-0 grow">
            <span className="block truncate">{holder.name}</span>
            <span className="block truncate text-ink-3 text-label">{holder.email}</span>
          </span>
          {!holder.isActive && <Chip tone="onHold">Disabled</Chip>}
          <Chip tone={holder.access === 'user' ? 'neutral' : 'primary'}>{words[holder.access]}</Chip>
          {actor.standing !== 'user' && holder.access === 'admin' && (
            <Button
              size="small"
              disabledReason={reasonAgainst(holder)}
              aria-label={`Revoke the admin rights of ${holder.name}`}
              onClick={() => setRevoking(holder)}
            >
              Revoke
            </Button>
          )}
        </li>
      ))}
      {revoking && <RevokeDialog holder={revoking} onClose={() => setRevoking(null)} />}
    </ul>
  )
}
