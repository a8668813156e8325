import { useSuspenseQuery } from '@tanstack/react-query'
import { Factory, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useChangeRefusal } from '../use-change-refusal.ts'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { DeleteWorkCenterDialog } from './delete-work-center-dialog.tsx'
import { WorkCenterDialog, workCenterEntity } from './work-center-dialog.tsx'
import { WorkCenterList, type WorkCenterOpen } from './work-center-list.tsx'

const YearDialog = lazy(() => import('./year-dialog.tsx').then(({ YearDialog: dialog }) => ({ default: dialog })))

const ChangeoversDialog = lazy(() =>
  import('./changeovers-dialog.tsx').then(({ ChangeoversDialog: dialog }) => ({ default: dialog })),
)

/** The dialog with unsaved changes that was closed when the session ended. */
const keptOpen = (): WorkCenterOpen | null => {
  const subject = keptSubject<Category>(workCenterEntity)
  return subject && { kind: 'edit', category: subject === 'new' ? null : subject }
}

/** The ordered work centers with name, color, capacity and shift. */
export function WorkCentersTab() {
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const refusal = useChangeRefusal('manageCategories')
  const [open, setOpen] = useState(keptOpen)
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={refusal}
      onClick={() => setOpen({ kind: 'edit', category: null })}
    >
      New work center
    </Button>
  )
  return (
    <WorkingTimeFrame current="work-centers" actions={create}>
      {categories.length === 0 ? (
        <EmptyState className="grow" icon={<Factory />} title="No work centers yet" action={create}>
          Operations without a work center are limited only by the calendar.
        </EmptyState>
      ) : (
        <WorkCenterList {...{ categories, shifts, refusal }} onOpen={setOpen} />
      )}
      {open?.kind === 'edit' && (
        <WorkCenterDialog category={open.category} shifts={shifts} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'changeovers' && (
        <Suspense fallback={null}>
          <ChangeoversDialog category={open.category} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.kind === 'year' && (
        <Suspense fallback={null}>
          <YearDialog category={open.category} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.kind === 'delete' && (
        <DeleteWorkCenterDialog category={open.category} categories={categories} onClose={() => setOpen(null)} />
      )}
    </WorkingTimeFrame>
  )
}
