import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useSession } from '#web/stores/session.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { chipText } from './tenant-name.ts'
import { useTenantName } from './use-tenant-name.ts'

const box =
  'inline-flex h-7 min-w-0 items-center gap-1.5 whitespace-nowrap rounded border border-line-2 bg-surface px-2 text-label'

/** The name of the current organization in 20 characters, with a tooltip. For super admins it links to the picker. */
export function TenantChip() {
  const name = useTenantName()
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const content = (
    <>
      <Building2 className="size-3.5 shrink-0" />
      <span className="truncate">{chipText(name)}</span>
    </>
  )
  return (
    <Tooltip content={isSuperAdmin ? `${name} · Switch Organization` : name}>
      {isSuperAdmin ? (
        <Link to="/tenant-selection" aria-label={name} className={`${box} text-primary-text hover:bg-hover`}>
          {content}
        </Link>
      ) : (
        <span role="note" aria-label={name} className={`${box} text-ink-2`}>
          {content}
        </span>
      )}
    </Tooltip>
  )
}
