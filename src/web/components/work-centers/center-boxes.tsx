import type { Category } from '#contract/categories.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type CenterBoxesProps = {
  centers: readonly Category[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Class of each row. */
  className?: string
}

/** A checkbox for each work center; the selected ones are in the order of the list. */
export const CenterBoxes = ({ centers, chosen, onChange, className }: CenterBoxesProps) =>
  centers.map(({ categoryId, name }) => (
    <Checkbox
      key={categoryId}
      className={className}
      label={name}
      checked={chosen.includes(categoryId)}
      onChange={({ target }) =>
        onChange(
          centers
            .map((center) => center.categoryId)
            .filter((id) => (id === categoryId ? target.checked : chosen.includes(id))),
        )
      }
    />
  ))
