/** How long a finger must rest until it draws instead of scrolling, and how far it may move meanwhile. */
const [restMs, slackPx] = [400, 8]

interface Press {
  readonly pointerId: number
  readonly clientX: number
  readonly clientY: number
}

/**
 * Calls `act` when a finger has rested where it pressed; until it is lifted, its movements then no longer scroll. A finger that moves
 * earlier scrolls as usual.
 */
export const afterLongPress = (surface: HTMLElement, press: Press, act: () => void): void => {
  const resting = new AbortController()
  const { signal } = resting
  let hasRested = false
  const timer = setTimeout(() => {
    hasRested = true
    act()
  }, restMs)
  const stop = () => {
    clearTimeout(timer)
    resting.abort()
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (!hasRested && Math.hypot(clientX - press.clientX, clientY - press.clientY) > slackPx) stop()
  }
  // Must be listened to from the beginning: a browser decides with the first movement whether a touch scrolls.
  const onTouch = (event: TouchEvent) => {
    if (hasRested && event.cancelable) event.preventDefault()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', stop, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  surface.addEventListener('touchmove', onTouch, { signal, passive: false })
  // A long press would otherwise open the menu of the browser.
  surface.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
}
