import { laterParts } from '#web/components/lazy-part.ts'

/** What the buttons of the toolbar open, with the files and prints that they create. */
export const menus = laterParts(() => import('./menu-parts.ts'))
