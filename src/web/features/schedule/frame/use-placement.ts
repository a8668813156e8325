import { useEffect, useState } from 'react'
import type { CompactSchedule, OperationPlacement } from '#contract/schedule.ts'

export type LoadedPlacement =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly stored: OperationPlacement }

/** Follows the stored reasons of one operation, with every new `plan`; the caller of the board keeps them, so asking again is cheap. */
export const usePlacement = (
  load: (operationId: string) => Promise<OperationPlacement>,
  operationId: string | undefined,
  plan: CompactSchedule,
): LoadedPlacement => {
  const [loaded, setLoaded] = useState<{ id: string; result: LoadedPlacement } | null>(null)
  useEffect(() => {
    // A plan that was taken back has the reasons of the one before.
    if (!operationId || !plan) return
    let wanted = true
    const show = (result: LoadedPlacement) => wanted && setLoaded({ id: operationId, result })
    load(operationId).then(
      (stored) => show({ status: 'ready', stored }),
      () => show({ status: 'failed' }),
    )
    return () => {
      wanted = false
    }
  }, [load, operationId, plan])
  return loaded && loaded.id === operationId ? loaded.result : { status: 'loading' }
}
