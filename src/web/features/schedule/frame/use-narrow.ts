import { useSyncExternalStore } from 'react'

const query = '(width < 768px)'
const media = () => (typeof window.matchMedia === 'function' ? window.matchMedia(query) : null)

const follow = (changed: () => void) => {
  const list = media()
  list?.addEventListener('change', changed)
  return () => list?.removeEventListener('change', changed)
}

/** True on screens too narrow for a canvas of time. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    follow,
    () => media()?.matches ?? false,
    () => false,
  )
