import { useQuery } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { CenterBoxes } from './center-boxes.tsx'

type CenterChecksProps = {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  /** Which work centers and pools to offer; all by default. */
  offers?: (category: Category) => boolean
  problem: string | null
  disabled?: boolean
}

/** A choice of several work centers. */
export function CenterChecks({ chosen, onChange, offers = () => true, problem, disabled }: CenterChecksProps) {
  const categories = useQuery(categoriesQuery())
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-1.5 text-ink-2 text-label">Work centers</legend>
      <Loaded query={categories}>
        {(all) => {
          const centers = all.filter(offers)
          if (centers.length === 0) return <p className="text-ink-3">Add work centers first, under Working time.</p>
          return (
            <div className="flex max-h-60 flex-col gap-2 overflow-auto rounded border border-line-2 p-2">
              <CenterBoxes centers={centers} chosen={chosen} onChange={onChange} />
            </div>
          )
        }}
      </Loaded>
      {problem && (
        <p role="alert" className="mt-1 text-crit-text text-label">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
