import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import type { SavedView, ViewScreen } from '#contract/saved-views.ts'
import { savedViewsQuery } from '#web/api/overview/saved-views.queries.ts'
import { LaterButton } from '#web/components/later-button.tsx'
import { laterParts } from '#web/components/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'

const items = laterParts(() => import('./saved-views-items.tsx'))
const SavedViewsItems = items.part(({ SavedViewsItems }) => SavedViewsItems)

export type SavedViewsMenuProps = {
  screen: ViewScreen
  /** The search in the URL, without defaults. */
  search: SavedView['search']
  onOpen: (search: SavedView['search']) => void
  /** True if there is only room for the name of the current view. */
  compact?: boolean
}

const sameSearch = (one: object, other: object) => {
  const sorted = (search: object) => JSON.stringify(Object.entries(search).sort(([a], [b]) => a.localeCompare(b)))
  return sorted(one) === sorted(other)
}

/** The saved views of the reader and those shared in the organization. A view stores only URL parameters. */
export function SavedViewsMenu({ compact = false, ...list }: SavedViewsMenuProps) {
  const views = useQuery(savedViewsQuery(list.screen)).data ?? []
  const shown = views.find((view) => sameSearch(view.search, list.search))
  const button = (
    <Button size="small" icon={<Bookmark />} aria-haspopup="menu">
      <span className={compact && !shown ? 'sr-only' : 'max-w-40 truncate max-xl:sr-only'}>
        {shown?.name ?? 'Views'}
      </span>
    </Button>
  )
  return (
    <LaterButton button={button} prepare={items.prepare}>
      {(trigger) => <SavedViewsItems trigger={trigger} views={views} shown={shown} {...list} />}
    </LaterButton>
  )
}
