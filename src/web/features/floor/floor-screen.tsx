import { useEffect } from 'react'
import './floor.css'
import { errorSentence } from '#web/api/api-error.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FloorSignIn } from './floor-sign-in.tsx'
import { FloorWork } from './floor-work.tsx'
import { keepShell } from './keep-shell.ts'
import { useFloor } from './use-floor.ts'

/** What a tablet on the shop floor shows: the code to sign in, or the work of its work centers. */
export function FloorScreen() {
  const floor = useFloor()
  const { query, work, signedOut } = floor
  const isShown = work !== undefined || signedOut !== null
  useEffect(() => {
    if (isShown) keepShell()
  }, [isShown])
  if (signedOut) return <FloorSignIn signedOut={signedOut} onSignedIn={floor.onSignedIn} />
  if (work) return <FloorWork work={work} floor={floor} />
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
