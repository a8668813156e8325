import { useMedia } from './use-media.ts'

/** True while the window is narrower than `widthPx`; by default the medium breakpoint, below which tables become lists. */
export const useNarrow = (widthPx: 768 | 1024 | 1280 = 768): boolean => useMedia(`(width < ${widthPx}px)`)
