import { useEffect, useState } from 'react'
import type { CompactSchedule, OperationPlacement } from '#contract/schedule.ts'

export type LoadedPlacement =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly stored: OperationPlacement }

/** Loads the stored reasons of one operation, again for every new `plan`. This is cheap, because `load` may cache. */
export const usePlacement = (
  load: (operationId: string) => Promise<OperationPlacement>,
  operationId: string | undefined,
  plan: CompactSchedule,
): LoadedPlacement => {
  const [loaded, setLoaded] = useState<{ id: string; result: LoadedPlacement } | null>(null)
  useEffect(() => {
    // Depends on the plan, because after an undone run the reasons of the previous plan apply again.
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
