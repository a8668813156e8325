import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { closeRun, useOpenedRun } from './opened-run.ts'

const RunDialog = lazyPart(() => import('./run-dialog.tsx').then(({ RunDialog }) => RunDialog))

/** Part of the shell; loads the dialog when the first run is started. */
export function RunDialogHost() {
  const runId = useOpenedRun()
  if (runId === null) return null
  return (
    <Suspense fallback={null}>
      <RunDialog key={runId} runId={runId} onClose={closeRun} />
    </Suspense>
  )
}
