import { useQuery } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { FloorChoice } from '#contract/floor.ts'
import { may } from '#domain/access/rights.ts'
import { workCentersQuery } from '#web/api/categories/categories.queries.ts'
import { EntrancePage } from '#web/components/entrance/entrance-page.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { CenterBoxes } from '#web/components/work-centers/center-boxes.tsx'
import { useActor } from '#web/stores/actor.ts'
import type { FloorPerson } from '#web/stores/floor.ts'
import { useSession } from '#web/stores/session.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FloorTitle } from './floor-title.tsx'
import type { Floor } from './use-floor.ts'

type ChooserFormProps = { centers: readonly Category[]; person: FloorPerson; floor: Floor }

const WayBack = ({ person, floor }: Omit<ChooserFormProps, 'centers'>) => {
  const isFirst = person.workCenterIds.length === 0
  return (
    <button type="button" className="floor-button" onClick={isFirst ? floor.leaveAsPerson : floor.keepChoice}>
      {isFirst ? 'Leave' : 'Cancel'}
    </button>
  )
}

function ChooserForm({ centers, person, floor }: ChooserFormProps) {
  const remembered = centers.map(({ categoryId }) => categoryId).filter((id) => person.workCenterIds.includes(id))
  const [only, ...others] = centers
  const workCenterIds = only && others.length === 0 ? [only.categoryId] : remembered
  const {
    submit,
    choice,
    problemOf,
    form: _form,
    ...frame
  } = useContractForm({
    schema: FloorChoice,
    values: { workCenterIds },
    mode: 'onSubmit',
  })
  const { value: chosen, onChange } = choice('workCenterIds')
  const problem = problemOf('workCenterIds')
  return (
    <Form
      className="floor-dialog"
      frame={frame}
      onSubmit={submit(async (chosen) => floor.choose(chosen.workCenterIds))}
    >
      <fieldset className="flex flex-col">
        <legend className="mb-1.5 text-ink-2 text-label">Work centers</legend>
        <CenterBoxes centers={centers} chosen={chosen} onChange={onChange} className="floor-check" />
        {problem && (
          <p role="alert" className="text-crit-text text-label">
            {problem}
          </p>
        )}
      </fieldset>
      <div className="floor-actions">
        <WayBack person={person} floor={floor} />
        <button type="submit" className="floor-button floor-primary">
          Show work
        </button>
      </div>
    </Form>
  )
}

/** Selects the work centers at which a person sees and reports work: any, or those to which their right to plan is limited. */
export function FloorChooser({ person, floor }: Omit<ChooserFormProps, 'centers'>) {
  const query = useQuery(workCentersQuery())
  const { name, email } = useSession()
  const actor = useActor()
  return (
    <EntrancePage>
      <div className="floor-dialog px-8 pt-5 pb-8 max-sm:px-5">
        <FloorTitle takesFocus={floor.hasMoved} className="font-semibold text-figure">
          Which work do you want to see?
        </FloorTitle>
        <p className="text-ink-2">You report under your own name, {name ?? email}.</p>
        <Loaded query={query} skeleton={<SkeletonRows columns="1fr" rows={4} />}>
          {(all) => {
            const centers = all.filter(({ categoryId }) => may(actor, 'reportWork', { workCenterIds: [categoryId] }).ok)
            if (centers.length > 0) return <ChooserForm centers={centers} person={person} floor={floor} />
            return (
              <>
                <p className="text-ink-2">There is no work center at which you can report work.</p>
                <WayBack person={person} floor={floor} />
              </>
            )
          }}
        </Loaded>
      </div>
    </EntrancePage>
  )
}
