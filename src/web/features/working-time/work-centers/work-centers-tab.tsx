import { useSuspenseQuery } from '@tanstack/react-query'
import { Factory, Plus, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { isWorkCenter } from '#domain/categories/category-kind.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { shiftsQuery } from '#web/api/working-time/shifts.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ImportButton } from '../import-settings.tsx'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { categoryWords } from './category-words.ts'
import { DeleteWorkCenterDialog } from './delete-work-center-dialog.tsx'
import { WorkCenterDialog, workCenterEntity } from './work-center-dialog.tsx'
import { WorkCenterList, type WorkCenterOpen } from './work-center-list.tsx'

const YearDialog = lazyPart(() => import('./year-dialog.tsx').then(({ YearDialog }) => YearDialog))

const ChangeoversDialog = lazyPart(() =>
  import('./changeovers-dialog.tsx').then(({ ChangeoversDialog }) => ChangeoversDialog),
)

/** The dialog that was open with unsaved changes when the session ended. */
const draftedOpen = (): WorkCenterOpen | null => {
  const subject = keptSubject<Category>(workCenterEntity)
  return subject && { kind: 'edit', category: subject === 'new' ? null : subject }
}

/** The ordered work centers, or the ordered pools, with name, color, capacity and shift. */
export function WorkCentersTab({ of }: { of: 'center' | 'pool' }) {
  const words = categoryWords[of]
  const { data: all } = useSuspenseQuery(categoriesQuery())
  const categories = all.filter((category) => isWorkCenter(category) === (of === 'center'))
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const refusal = useRefusal('manageCategories')
  const [open, setOpen] = useState(draftedOpen)
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={refusal}
      onClick={() => setOpen({ kind: 'edit', category: null })}
    >
      {words.create}
    </Button>
  )
  return (
    <WorkingTimeFrame
      current={of === 'pool' ? 'people' : 'work-centers'}
      actions={
        of === 'center' ? (
          <>
            <ImportButton kind="workCenters" />
            {create}
          </>
        ) : (
          create
        )
      }
    >
      {categories.length === 0 ? (
        <EmptyState
          className="grow"
          icon={of === 'pool' ? <Users /> : <Factory />}
          title={words.noneYet}
          action={create}
        >
          {words.withoutAny}
        </EmptyState>
      ) : (
        <WorkCenterList
          all={all}
          categories={categories}
          words={words}
          shifts={shifts}
          refusal={refusal}
          onOpen={setOpen}
        />
      )}
      {open?.kind === 'edit' && (
        <WorkCenterDialog
          category={open.category}
          categories={all}
          of={of}
          shifts={shifts}
          onClose={() => setOpen(null)}
        />
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
        <DeleteWorkCenterDialog
          category={open.category}
          categories={categories}
          words={words}
          onClose={() => setOpen(null)}
        />
      )}
    </WorkingTimeFrame>
  )
}
