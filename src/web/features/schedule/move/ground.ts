/**
 * The element below everything on a surface. It gets the pointer and the cursor of a drag: it has no content, whereas all bars of the
 * surface would be styled again, because a cursor is inherited. An element without one is its own ground.
 */
export const groundOf = (surface: HTMLElement): HTMLElement =>
  surface.querySelector<HTMLElement>(`[${groundAttribute}]`) ?? surface

export const groundAttribute = 'data-ground'
