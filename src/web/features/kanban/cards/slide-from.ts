const slideMs = 200

/** Lets a card glide from where it was let go to where it stands: 200 ms, translate only; not for readers who want no motion. */
export function slideFrom(element: HTMLElement, from: { left: number; top: number }): void {
  const still =
    document.documentElement.dataset.reducedMotion === 'true' || matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || typeof element.animate !== 'function') return
  const { left, top } = element.getBoundingClientRect()
  element.animate([{ translate: `${from.left - left}px ${from.top - top}px` }, { translate: '0 0' }], {
    duration: slideMs,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  })
}
