import { Link } from '@tanstack/react-router'
import { pageAt } from '#web/components/navigation/page-at.ts'
import { mostVisited, suggestedFrom, useNavigationHistory } from '#web/stores/habits.ts'
import { useSession } from '#web/stores/session.ts'
import { Panel } from '#web/ui/panel.tsx'

/** The pages that the reader visits most, and the usual next pages after this one. */
export function RecentPagesPanel() {
  const history = useNavigationHistory()
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const who = { isAdmin, isSuperAdmin }
  const elsewhere = (path: string) => path !== '/' && pageAt(path, who) !== null
  const groups = [
    { title: 'Most visited', paths: mostVisited(history, elsewhere).map(({ path }) => path) },
    { title: 'Suggested next', paths: suggestedFrom(history, '/', elsewhere) },
  ].filter(({ paths }) => paths.length > 0)
  if (groups.length === 0) return null
  return (
    <Panel title="Your pages">
      <div className="flex flex-col gap-3 p-3">
        {groups.map(({ title, paths }) => (
          <nav key={title} aria-label={title}>
            <h3 className="pb-1 font-normal text-ink-3 text-label">{title}</h3>
            <ul className="flex flex-wrap gap-2">
              {paths.map((path) => {
                const page = pageAt(path, who)
                return (
                  page && (
                    <li key={path}>
                      <Link
                        to={page.to}
                        className="inline-flex h-control-sm items-center gap-1.5 rounded border border-line-2 px-2 hover:bg-hover [&_svg]:size-3.5 [&_svg]:text-ink-3"
                      >
                        <page.Icon aria-hidden="true" />
                        {page.label}
                      </Link>
                    </li>
                  )
                )
              })}
            </ul>
          </nav>
        ))}
      </div>
    </Panel>
  )
}
