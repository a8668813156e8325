import { useCallback, useSyncExternalStore } from 'react'

/** True while the window is narrower than `widthPx`. */
export const useNarrow = (widthPx: 768 | 1280): boolean => {
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
