import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'
import { loadWithRetries } from '#web/lib/load-with-retries.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { isReachable } from '#web/live/live-state.ts'

const mostTries = 5

/**
 * A part of a page whose code is loaded when it is first rendered. Without a connection it waits for one, because an
 * error would replace the page around it, with everything that was typed there. With a connection it fails after a few
 * attempts, because a release may have removed the code.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadWithRetries(load, (tries) => tries >= mostTries && isReachable()) }))

/** Code that is loaded before it is needed. */
export interface LaterParts<Parts> {
  /** Loads the code. It does not reject: if the code cannot be loaded, rendering a part tries again. */
  readonly prepare: () => Promise<void>
  /** One of the parts. It appears at once if its code has been loaded; otherwise it loads like any lazy part. */
  readonly part: <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) => ComponentType<Props>
}

/** Parts of a page that share a file of code, which `prepare` loads in advance. */
export const laterParts = <Parts>(load: () => Promise<Parts>): LaterParts<Parts> => {
  let loaded: Parts | undefined
  const loadOnce = async (): Promise<Parts> => {
    loaded ??= await load()
    return loaded
  }
  return {
    prepare: async () => {
      await loadOnce().catch(() => {})
    },
    part: (pick) => {
      const Lazy = lazyPart(async () => pick(await loadOnce()))
      // A lazy component suspends when it is first rendered, even if its code is there.
      return (props) => createElement(useState(() => (loaded === undefined ? Lazy : pick(loaded)))[0], props)
    },
  }
}

/**
 * Loads code once the browser is idle after the first picture, so that what is in it opens without a wait, and offline.
 * `isDrawn` is false until there is a picture.
 */
export const usePrepared = (prepare: () => Promise<void>, isDrawn = true): void =>
  useEffect(() => (isDrawn ? whenIdle(() => void prepare()) : undefined), [prepare, isDrawn])
