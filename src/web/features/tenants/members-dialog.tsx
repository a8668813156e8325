import { useQuery } from '@tanstack/react-query'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { actorOf } from '#domain/access/member-actor.ts'
import { tenantMembersQuery } from '#web/api/tenants/tenant-administration.queries.ts'
import { AccessChip } from '#web/components/access/access-chip.tsx'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { tenant: TenantOverview; onClose: () => void }

/** Lists the members of an organization. They are managed inside it, under Users. */
export function MembersDialog({ tenant, onClose }: Props) {
  const query = useQuery(tenantMembersQuery(tenant.tenantId))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Members of ${tenant.name}`}
      description="To change members, select the organization and open Users."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={query}>
        {(members) =>
          members.length === 0 ? (
            <p className="text-ink-3">It has no members.</p>
          ) : (
            <ul className="rounded border border-line-2">
              {members.map(({ userId, name, email, status, ...right }) => (
                <li
                  key={userId}
                  className="flex min-h-13 items-center gap-3 border-line px-3 py-1.5 not-first:border-t"
                >
                  <Avatar name={name} />
                  <span className="min-w-0 grow">
                    <span className="block truncate">{name}</span>
                    <span className="block truncate text-ink-3 text-label">{email}</span>
                  </span>
                  {status !== 'Active' && <Chip tone="onHold">{status}</Chip>}
                  <AccessChip actor={actorOf(right)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
