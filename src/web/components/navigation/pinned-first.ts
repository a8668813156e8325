import type { NavItem } from './nav-items.ts'
import type { Page } from './page-at.ts'

/** Number of tabs that fit at each width, and in the widest bar. */
const fits = { md: 5, wide: 7, xl: 8, full: 9 } as const
const widths = ['md', 'wide', 'xl', 'full'] as const

/**
 * The navigation with the user's pins first, in pin order; screens without a tab get one. Without pins it has the
 * specified order.
 */
export const pinnedFirst = (items: readonly NavItem[], pinned: readonly string[], all: readonly Page[]): NavItem[] => {
  const front = pinned.flatMap((path) => all.find(({ to }) => to === path) ?? [])
  if (front.length === 0) return [...items]
  const rest = items.filter(({ to }) => !front.some((page) => page.to === to))
  return [...front, ...rest].map((page, index) => ({
    ...page,
    from: widths.find((width) => index < fits[width]) ?? 'more',
  }))
}
