import { useEffect } from 'react'
import './floor.css'
import { errorSentence } from '#web/api/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FloorChooser } from './floor-chooser.tsx'
import { FloorSignIn } from './floor-sign-in.tsx'
import { FloorWork } from './floor-work.tsx'
import { keepShell } from './keep-shell.ts'
import { type AskedOperation, useAskedOperation } from './use-asked-operation.ts'
import { useFloor } from './use-floor.ts'

/** The shop-floor page of a tablet or a person: the sign-in, or the work list of their work centers. */
export function FloorScreen({ asked }: { asked: AskedOperation | null }) {
  const floor = useFloor(asked)
  const whyNoCard = useAskedOperation(floor)
  const { query, work, person, signedOut } = floor
  const isShown = work !== undefined || signedOut !== null
  useEffect(() => {
    if (isShown) keepShell()
  }, [isShown])
  if (signedOut) return <FloorSignIn signedOut={signedOut} floor={floor} whyNoCard={whyNoCard} />
  if (person && floor.isChoosing) return <FloorChooser person={person} floor={floor} />
  if (work) return <FloorWork work={work} floor={floor} whyNoCard={whyNoCard} />
  return (
    <main className="floor">
      <h1 className="sr-only">Shop floor</h1>
      {query.isError ? (
        <ErrorPanel message={errorSentence(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        [1, 2, 3, 4].map((card) => <Skeleton key={card} className="floor-skeleton" />)
      )}
    </main>
  )
}
