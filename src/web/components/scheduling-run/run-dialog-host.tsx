import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { closeRun, useInterface } from '#web/stores/interface.ts'

const RunDialog = lazyPart(() => import('./run-dialog.tsx').then(({ RunDialog }) => RunDialog))

/** Part of the shell; loads the dialog when the first run is started. */
export function RunDialogHost() {
  const runId = useInterface((state) => state.runId)
  if (runId === null) return null
  return (
    <Suspense fallback={null}>
      <RunDialog key={runId} runId={runId} onClose={closeRun} />
    </Suspense>
  )
}
