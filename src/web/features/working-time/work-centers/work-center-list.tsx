import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CalendarDays, Paintbrush, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Shift } from '#contract/shifts.ts'
import { isOutside, isWorkCenter } from '#domain/categories/category-kind.ts'
import { orderCategoriesMutation } from '#web/api/categories/categories.mutations.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { CategoryWords } from './category-words.ts'

/** The open dialog and its work center; null for a new one. */
export type WorkCenterOpen =
  | { kind: 'edit'; category: Category | null }
  | { kind: 'delete' | 'year' | 'changeovers'; category: Category }

type WorkCenterListProps = {
  /** Work centers and pools, which share one order. */
  all: readonly Category[]
  categories: readonly Category[]
  words: CategoryWords
  shifts: readonly Shift[]
  refusal: string | null
  onOpen: (open: WorkCenterOpen) => void
}

interface Scene extends WorkCenterListProps {
  /** Moves a work center down by a number of positions. */
  onMove: (category: Category, by: number) => void
}

const { display } = listColumns<Category, Scene>()

const orderColumn = display({
  id: 'order',
  header: 'Order',
  meta: {
    controls: true,
    classes: 'whitespace-nowrap',
    plain: (category, { categories, refusal, onMove }) => (
      <>
        <IconButton
          size="small"
          label={`Move ${category.name} up`}
          icon={<ArrowUp />}
          disabledReason={refusal ?? (category === categories[0] ? 'It is the first' : null)}
          onClick={() => onMove(category, -1)}
        />
        <IconButton
          size="small"
          label={`Move ${category.name} down`}
          icon={<ArrowDown />}
          disabledReason={refusal ?? (category === categories.at(-1) ? 'It is the last' : null)}
          onClick={() => onMove(category, 1)}
        />
      </>
    ),
  },
})

const columnsOf = (words: CategoryWords): readonly ListColumn<Category, Scene>[] => [
  orderColumn,
  display({
    id: 'name',
    header: words.column,
    meta: {
      namesRow: true,
      plain: ({ color, name }) => <WorkCenterMark color={color}>{name}</WorkCenterMark>,
    },
  }),
  display({
    id: 'capacity',
    header: words.capacity,
    meta: { plain: (category) => (isOutside(category) ? 'Outside' : category.capacity) },
  }),
  display({
    id: 'shift',
    header: 'Shift pattern',
    meta: {
      classes: 'max-md:hidden',
      plain: (category, { shifts }) => ({
        className: 'text-ink-2',
        children: isOutside(category)
          ? category.supplier || '24/7'
          : (shifts.find(({ shiftId }) => shiftId === category.shiftId)?.name ?? 'Organization default'),
      }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      classes: 'md:whitespace-nowrap',
      plain: (category, { refusal, onOpen }) => (
        <>
          <IconButton
            size="small"
            label={`Year of ${category.name}`}
            icon={<CalendarDays />}
            disabledReason={isOutside(category) ? 'Outside work runs every day' : null}
            onClick={() => onOpen({ kind: 'year', category })}
          />
          {isWorkCenter(category) && (
            <IconButton
              size="small"
              label={`Changeovers of ${category.name}`}
              icon={<Paintbrush />}
              disabledReason={isOutside(category) ? 'Outside work needs no changeovers' : refusal}
              onClick={() => onOpen({ kind: 'changeovers', category })}
            />
          )}
          <IconButton
            size="small"
            label={`Edit ${category.name}`}
            icon={<Pencil />}
            disabledReason={refusal}
            onClick={() => onOpen({ kind: 'edit', category })}
          />
          <IconButton
            size="small"
            label={`Delete ${category.name}`}
            icon={<Trash2 />}
            disabledReason={refusal}
            onClick={() => onOpen({ kind: 'delete', category })}
          />
        </>
      ),
    },
  }),
]

const idOf = ({ categoryId }: Category) => categoryId

/** The work centers, or the pools, in their order, with capacity and shift pattern of each. */
export function WorkCenterList(props: WorkCenterListProps) {
  const { all, categories, words } = props
  const order = useMutation(orderCategoriesMutation(useQueryClient()))
  const columns = useMemo(() => columnsOf(words), [words])
  const table = useListTable({ columns, rows: categories, idOf })
  const onMove = (category: Category, by: number) => {
    const ids = categories.map(idOf)
    const index = categories.indexOf(category)
    ids.splice(index, 1)
    ids.splice(index + by, 0, category.categoryId)
    const isShown = new Set<string>(ids)
    order.mutate(all.map(({ categoryId }) => (isShown.has(categoryId) ? (ids.shift() ?? categoryId) : categoryId)))
  }
  return (
    <div className="grow overflow-x-auto bg-surface">
      <PlainList
        table={table}
        scene={{ ...props, onMove }}
        printed={{ title: words.title, one: words.one, filters: [] }}
      />
    </div>
  )
}
