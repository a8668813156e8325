import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { WorkingTimeChange, WorkingTimePreview } from '#contract/working-time.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { previewWorkingTimeMutation } from '#web/api/working-time.mutations.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LateIcon } from '#web/ui/icons/late-icon.tsx'
import { OnTimeIcon } from '#web/ui/icons/on-time-icon.tsx'

const listed = 5

const names = (projects: WorkingTimePreview['becomeLate']): string => {
  const shown = projects.slice(0, listed).map(({ number, name }) => `#${number} ${name}`)
  return `${shown.join(', ')}${projects.length > listed ? ` and ${projects.length - listed} more` : ''}`
}

/** 'Affects 37 operations in 9 projects, 2 become late' and which. */
const Answer = ({ preview }: { preview: WorkingTimePreview }) => {
  const { operationsMoved, projectsAffected, becomeLate, recover, operationsUnplaced } = preview
  if (operationsMoved === 0) return <p role="status">Nothing in the plan moves.</p>
  return (
    <div role="status" className="flex flex-col gap-1">
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
        <p className="text-crit-text">{formatCount(operationsUnplaced, 'operation')} would find no place.</p>
      )}
    </div>
  )
}

/** Asks the engine what an unsaved change would move. A change after the answer takes the answer away. */
export function DryRun({ change, refusal }: { change: WorkingTimeChange | null; refusal: string | null }) {
  const { mutate, reset, data, error, isPending } = useMutation(previewWorkingTimeMutation())
  const running = useRef<AbortController>(null)
  const key = JSON.stringify(change)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change makes the answer stale
  useEffect(() => {
    reset()
    return () => running.current?.abort()
  }, [key, reset])
  const start = () => {
    if (!change) return
    running.current = new AbortController()
    mutate({ change, signal: running.current.signal })
  }
  return (
    <section aria-label="What this change does" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">What this change does</h2>
        <Button
          size="small"
          icon={<Eye />}
          busy={isPending}
          busyLabel="Working it out…"
          disabledReason={refusal ?? (change ? null : 'Nothing has changed')}
          onClick={start}
        >
          Preview
        </Button>
      </div>
      {data && <Answer preview={data} />}
      {error && !isPending && <Alert>{errorSentence(error)}</Alert>}
    </section>
  )
}
