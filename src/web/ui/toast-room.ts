import { useEffect } from 'react'
import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

const bars = externalValue(0)

/** Moves toasts above a floating bar while it is shown, because they often report the result of its buttons. */
export const useBarBelowToasts = (isThere: boolean): void =>
  useEffect(() => {
    if (!isThere) return
    bars.set(bars.get() + 1)
    return () => bars.set(bars.get() - 1)
  }, [isThere])

/** Whether a floating bar is shown; used by the Toaster. */
export const useIsBarThere = (): boolean => useExternalValue(bars) > 0
