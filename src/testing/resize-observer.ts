/** jsdom has no layout: sliders and strips that watch their size get an observer that never speaks. */
export const stubResizeObserver = (): void => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}
