import { useQuery } from '@tanstack/react-query'
import { allStatusLinksQuery } from '#web/api/status-links.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { StatusLinkList } from '#web/components/status-links/status-link-list.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Every address that shows a project to a customer. */
export function StatusLinksPanel() {
  const query = useQuery(allStatusLinksQuery())
  return (
    <Panel title="Status links for customers">
      <Loaded query={query}>
        {(links) =>
          links.length === 0 ? (
            <p className="p-3 text-ink-3">
              “Share status” on the page of a project makes an address that shows a customer where the project stands.
            </p>
          ) : (
            <StatusLinkList
              links={links}
              titleOf={({ projectTitle, reference }) =>
                [projectTitle ?? 'Deleted project', reference].filter(Boolean).join(' · ')
              }
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
