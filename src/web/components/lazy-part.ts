import { type ComponentType, lazy } from 'react'
import { loadWithRetries } from '#web/lib/load-with-retries.ts'
import { isReachable } from '#web/live/live-state.ts'

const mostTries = 5

/**
 * A part of a page whose code is loaded when it is first rendered. Without a connection it waits for one, because an
 * error would replace the page around it, with everything that was typed there. With a connection it fails after a few
 * attempts, because a release may have removed the code.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetries(load, (tries) => tries >= mostTries && isReachable()) }))
