import { useCallback, useSyncExternalStore } from 'react'

/** True while the window is narrower than `widthPx`; by default the medium breakpoint, below which tables become lists. */
export const useNarrow = (widthPx: 768 | 1024 | 1280 = 768): boolean => {
  const query = `(width < ${widthPx}px)`
  const media = useCallback(() => (typeof window.matchMedia === 'function' ? window.matchMedia(query) : null), [query])
  const follow = useCallback(
    (changed: () => void) => {
      const list = media()
      list?.addEventListener('change', changed)
      return () => list?.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(
    follow,
    () => media()?.matches ?? false,
    () => false,
  )
}
