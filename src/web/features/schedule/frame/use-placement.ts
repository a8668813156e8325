import { useEffect, useState } from 'react'
import type { OperationPlacement } from '#contract/schedule.ts'

export type LoadedPlacement =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly stored: OperationPlacement }

/** Follows the stored reasons of one operation; the caller of the board keeps them, so asking again is cheap. */
export const usePlacement = (
  load: (operationId: string) => Promise<OperationPlacement>,
  operationId: string | undefined,
): LoadedPlacement => {
  const [loaded, setLoaded] = useState<{ id: string; result: LoadedPlacement } | null>(null)
  useEffect(() => {
    if (!operationId) return
    let wanted = true
    const settle = (result: LoadedPlacement) => wanted && setLoaded({ id: operationId, result })
    load(operationId).then(
      (stored) => settle({ status: 'ready', stored }),
      () => settle({ status: 'failed' }),
    )
    return () => {
      wanted = false
    }
  }, [load, operationId])
  return loaded && loaded.id === operationId ? loaded.result : { status: 'loading' }
}
