import { useEffect } from 'react'
import { externalValue, useExternalValue } from '#web/lib/external-value.ts'

const bars = externalValue(0)

/** While a bar floats at the lower edge, toasts are above it, because they often report what its buttons did. */
export const useBarBelowToasts = (isThere: boolean): void =>
  useEffect(() => {
    if (!isThere) return
    bars.set(bars.get() + 1)
    return () => bars.set(bars.get() - 1)
  }, [isThere])

/** For the Toaster. */
export const useIsBarThere = (): boolean => useExternalValue(bars) > 0
