import { useSyncExternalStore } from 'react'

const query = '(width < 768px)'
const media = () => (typeof window.matchMedia === 'function' ? window.matchMedia(query) : null)

const follow = (changed: () => void) => {
  const list = media()
  list?.addEventListener('change', changed)
  return () => list?.removeEventListener('change', changed)
}

/** True below the medium breakpoint of 768 px, where tables become lists. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    follow,
    () => media()?.matches ?? false,
    () => false,
  )
