import { ListFilter } from 'lucide-react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import { toggled } from '#web/lib/toggled.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

type FilterMenuProps = {
  operations: readonly Operation[]
  categories: readonly Category[]
  chosen: readonly string[] | undefined
  onChoose: (centers: string[] | undefined) => void
}

/** Selects the work centers to show; none selected means all. */
export function FilterMenu({ operations, categories, chosen = [], onChoose }: FilterMenuProps) {
  const used = categories.filter(({ categoryId }) =>
    operations.some((operation) => operation.categoryId === categoryId),
  )
  const toggle = (id: string) => {
    const next = toggled(chosen, id)
    onChoose(next.length > 0 ? next : undefined)
  }
  return (
    <Menu
      trigger={
        <Button
          icon={<ListFilter />}
          size="small"
          disabledReason={used.length === 0 && 'No work centers to choose from'}
        >
          <span className="max-md:sr-only">Filter{chosen.length > 0 && ' · '}</span>
          {chosen.length > 0 && chosen.length}
        </Button>
      }
    >
      <MenuHeading>Work centers</MenuHeading>
      {used.map(({ categoryId, name }) => (
        <MenuItem key={categoryId} checked={chosen.includes(categoryId)} onSelect={() => toggle(categoryId)}>
          {name}
        </MenuItem>
      ))}
      {chosen.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChoose(undefined)}>Show all</MenuItem>
        </>
      )}
    </Menu>
  )
}
