import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query such as '(pointer: coarse)' matches; false where nothing can be asked. */
export const useMedia = (query: string): boolean => {
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
