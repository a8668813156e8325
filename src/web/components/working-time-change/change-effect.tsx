import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WorkingTimeChange, WorkingTimePreview } from '#contract/working-time.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { previewWorkingTimeMutation } from '#web/api/working-time.mutations.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LateIcon, OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadTable } from './load-table.tsx'

const listed = 5

const names = (projects: WorkingTimePreview['becomeLate']): string => {
  const shown = projects.slice(0, listed).map(({ number, name }) => `#${number} ${name}`)
  return `${shown.join(', ')}${projects.length > listed ? ` and ${projects.length - listed} more` : ''}`
}

/** 'Affects 37 operations in 9 projects, 2 become late' and which. */
const Moves = ({ preview }: { preview: WorkingTimePreview }) => {
  const { operationsMoved, projectsAffected, becomeLate, recover, operationsUnplaced } = preview
  if (operationsMoved === 0 && becomeLate.length + recover.length === 0) return <p>Nothing in the plan moves.</p>
  return (
    <>
      <p>
        Affects {formatCount(operationsMoved, 'operation')} in {formatCount(projectsAffected, 'project')},{' '}
        {becomeLate.length === 1 ? '1 becomes' : `${becomeLate.length} become`} late
        {recover.length > 0 && `, ${recover.length} ${recover.length === 1 ? 'is' : 'are'} on time again`}.
      </p>
      {becomeLate.length > 0 && (
        <p className="flex items-start gap-1.5 text-crit-text">
          <LateIcon className="mt-0.5 size-4 shrink-0" />
          Late: {names(becomeLate)}
        </p>
      )}
      {recover.length > 0 && (
        <p className="flex items-start gap-1.5 text-ok-text">
          <OnTimeIcon className="mt-0.5 size-4 shrink-0" />
          On time: {names(recover)}
        </p>
      )}
      {operationsUnplaced > 0 && (
        <p className="text-crit-text">{formatCount(operationsUnplaced, 'operation')} could not be scheduled.</p>
      )}
    </>
  )
}

/** Shows what an unsaved change would move. `onKnown` is called when the answer, or its failure, is on screen. */
export function ChangeEffect({ change, onKnown }: { change: WorkingTimeChange; onKnown?: () => void }) {
  const { mutate, data, error } = useMutation(previewWorkingTimeMutation())
  const known = useRef(onKnown)
  const key = JSON.stringify(change)
  useEffect(() => {
    const leaving = new AbortController()
    const onSettled = () => known.current?.()
    mutate({ change: JSON.parse(key) as WorkingTimeChange, signal: leaving.signal }, { onSettled })
    return () => leaving.abort()
  }, [key, mutate])
  return (
    <section aria-label="What this change does" className="flex flex-col gap-2">
      <h3 className="font-semibold">What this change does</h3>
      {error ? (
        <Alert kind="warning">{errorSentence(error)}</Alert>
      ) : data ? (
        <div role="status" className="flex flex-col gap-2">
          <Moves preview={data} />
          <LoadTable loads={data.loads} fromAt={data.loadsFrom} />
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-1.5">
          <span className="text-ink-3">Calculating the effect…</span>
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </section>
  )
}
