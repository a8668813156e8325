import { ArrowRight } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { TenantSummary } from '#contract/tenants.ts'
import { limits } from '#contract/vocabulary.ts'
import { classNames } from '#web/lib/class-names.ts'
import { initials } from '#web/lib/initials.ts'
import { Spinner } from '#web/ui/spinner.tsx'

interface TenantListProps {
  tenants: readonly TenantSummary[]
  currentId: string | null
  openingId: string | null
  onOpen: (tenant: TenantSummary) => void
}

/** Rows of 52 px with initials, name and the first 8 characters of the id. Arrow keys move, Enter opens. */
export function TenantList({ tenants, currentId, openingId, onOpen }: TenantListProps) {
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent, index: number) => {
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: tenants.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.min(Math.max(next, 0), tenants.length - 1)]?.focus()
  }
  return (
    <ul ref={list} aria-label="Organizations" className="max-h-96 overflow-y-auto border-line border-t">
      {tenants.map((tenant, index) => (
        <li key={tenant.tenantId} className="border-line border-b last:border-b-0">
          <button
            type="button"
            className={classNames(
              'group flex h-13 w-full items-center gap-3 px-8 text-left hover:bg-hover focus-visible:bg-hover focus-visible:font-semibold focus-visible:-outline-offset-2 max-sm:px-5',
              tenant.tenantId === currentId && 'bg-primary-tint',
            )}
            aria-busy={openingId === tenant.tenantId || undefined}
            onClick={() => onOpen(tenant)}
            onKeyDown={(event) => move(event, index)}
          >
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded border border-line-2 bg-sunken font-semibold text-axis text-ink-2"
            >
              {initials(tenant.name)}
            </span>
            <span className="min-w-0 grow truncate">{tenant.name}</span>
            <span className="font-normal text-ink-3 text-label tabular-nums">
              {tenant.tenantId.slice(0, limits.tenantIdCharacters)}
            </span>
            {openingId === tenant.tenantId ? (
              <Spinner label="Opening" />
            ) : (
              <ArrowRight className="invisible group-hover:visible group-focus-visible:visible" />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
