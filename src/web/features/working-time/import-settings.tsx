import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { Suspense } from 'react'
import type { Action } from '#contract/actions.ts'
import type { SettingsKind } from '#contract/imports.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { RefusedImport } from '#web/components/import/refused-import.tsx'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'

const ImportScreen = lazyPart(() =>
  import('#web/components/import/import-screen.tsx').then(({ ImportScreen }) => ImportScreen),
)

const permissions: Readonly<Record<SettingsKind, Action>> = {
  workCenters: 'manageCategories',
  shifts: 'manageShifts',
  holidays: 'manageHolidays',
}

const pages = {
  workCenters: { to: '/shift-patterns', search: { tab: 'work-centers' } },
  shifts: { to: '/shift-patterns', search: {} },
  holidays: { to: '/holidays', search: {} },
} as const satisfies Readonly<Record<SettingsKind, { to: string; search: object }>>

/** Opens the import of a table in place of the page. */
export function ImportButton({ kind, inList = false }: { kind: SettingsKind; inList?: boolean }) {
  const navigate = useNavigate()
  const { to, search } = pages[kind]
  return (
    <Button
      {...(inList && { variant: 'ghost', className: 'justify-start' })}
      icon={<FileUp />}
      disabledReason={useRefusal(permissions[kind])}
      onClick={() => void navigate({ to, search: { ...search, edit: 'import' } })}
    >
      {inList ? 'Import patterns' : 'Import'}
    </Button>
  )
}

/** The import of a table in place of its page, for admins. */
export function SettingsImport({ kind }: { kind: SettingsKind }) {
  const navigate = useNavigate()
  const refusal = useRefusal(permissions[kind])
  const { to, search } = pages[kind]
  const close = () => void navigate({ to, search })
  if (refusal) return <RefusedImport refusal={refusal} onClose={close} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ImportScreen kind={kind} onClose={close} />
    </Suspense>
  )
}
