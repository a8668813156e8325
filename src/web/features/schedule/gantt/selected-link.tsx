import { extras } from '../frame/extras.ts'
import { whileState } from '../frame/while-state.tsx'
import type { LinkWindow } from './link-ends.ts'

export interface SelectedLinkMarkProps extends LinkWindow {
  /** The lower edge of the window on the surface, so that the words go above the link when there is no room below. */
  readonly bottomPx: number
}

/** The selected link, while nothing is moved. */
export const SelectedLinkMark = whileState<SelectedLinkMarkProps>(
  ({ selectedLink, move }) => selectedLink !== null && move === null,
  extras.part(({ LinkMark }) => LinkMark),
)
