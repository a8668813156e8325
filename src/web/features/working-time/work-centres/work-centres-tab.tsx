import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CalendarDays, Factory, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { orderCategoriesMutation } from '#web/api/categories.mutations.ts'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { keptSubject } from '#web/components/form/use-record-form.ts'
import { WorkCentreMark } from '#web/components/project-marks/work-centre-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useChangeRefusal } from '../use-change-refusal.ts'
import { WorkingTimeFrame } from '../working-time-frame.tsx'
import { DeleteWorkCentreDialog } from './delete-work-centre-dialog.tsx'
import { WorkCentreDialog, workCentreEntity } from './work-centre-dialog.tsx'

const YearDialog = lazy(() => import('./year-dialog.tsx').then(({ YearDialog: dialog }) => ({ default: dialog })))

type Open = { kind: 'edit'; category: Category | null } | { kind: 'delete' | 'year'; category: Category } | null

const heads = ['Order', 'Work center', 'Parallel capacity', 'Shift pattern']

/** The dialog that an ended session closed with something typed in it. */
const keptOpen = (): Open => {
  const subject = keptSubject<Category>(workCentreEntity)
  return subject && { kind: 'edit', category: subject === 'new' ? null : subject }
}

/** Work centres in their order: name, colour, capacity and shift of each. */
export function WorkCentresTab() {
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  const { data: shifts } = useSuspenseQuery(shiftsQuery())
  const order = useMutation(orderCategoriesMutation(useQueryClient()))
  const refusal = useChangeRefusal('manageCategories')
  const [open, setOpen] = useState(keptOpen)
  const swap = (index: number, by: number) => {
    const ids = categories.map(({ categoryId }) => categoryId)
    const [moved] = ids.splice(index, 1)
    if (moved) ids.splice(index + by, 0, moved)
    order.mutate(ids)
  }
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
        <div className="grow overflow-x-auto bg-surface">
          <table className="w-full tabular-nums">
            <thead className="bg-sunken text-left text-ink-3 text-label">
              <tr>
                {heads.map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={classNames(
                      'h-8 px-5 font-normal max-md:px-2',
                      head === 'Shift pattern' && 'max-md:hidden',
                    )}
                  >
                    {head}
                  </th>
                ))}
                <th scope="col" className="px-5">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {categories.map((category, index) => (
                <tr key={category.categoryId} className="h-row border-line border-b hover:bg-hover">
                  <td className="whitespace-nowrap px-4 max-md:px-2">
                    <IconButton
                      size="small"
                      label={`Move ${category.name} up`}
                      icon={<ArrowUp />}
                      disabledReason={refusal ?? (index === 0 ? 'It is the first' : null)}
                      onClick={() => swap(index, -1)}
                    />
                    <IconButton
                      size="small"
                      label={`Move ${category.name} down`}
                      icon={<ArrowDown />}
                      disabledReason={refusal ?? (index === categories.length - 1 ? 'It is the last' : null)}
                      onClick={() => swap(index, 1)}
                    />
                  </td>
                  <th scope="row" className="px-5 text-left font-normal max-md:px-3">
                    <WorkCentreMark color={category.color}>{category.name}</WorkCentreMark>
                  </th>
                  <td className="px-5 max-md:px-3">{category.capacity}</td>
                  <td className="px-5 text-ink-2 max-md:hidden">
                    {shifts.find(({ shiftId }) => shiftId === category.shiftId)?.name ?? 'Organization default'}
                  </td>
                  <td className="whitespace-nowrap px-5 text-right max-md:px-2">
                    <IconButton
                      size="small"
                      label={`Year of ${category.name}`}
                      icon={<CalendarDays />}
                      onClick={() => setOpen({ kind: 'year', category })}
                    />
                    <IconButton
                      size="small"
                      label={`Edit ${category.name}`}
                      icon={<Pencil />}
                      disabledReason={refusal}
                      onClick={() => setOpen({ kind: 'edit', category })}
                    />
                    <IconButton
                      size="small"
                      label={`Delete ${category.name}`}
                      icon={<Trash2 />}
                      disabledReason={refusal}
                      onClick={() => setOpen({ kind: 'delete', category })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open?.kind === 'edit' && (
        <WorkCentreDialog category={open.category} shifts={shifts} onClose={() => setOpen(null)} />
      )}
      {open?.kind === 'year' && (
        <Suspense fallback={null}>
          <YearDialog category={open.category} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open?.kind === 'delete' && (
        <DeleteWorkCentreDialog category={open.category} categories={categories} onClose={() => setOpen(null)} />
      )}
    </WorkingTimeFrame>
  )
}
