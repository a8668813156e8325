import { useQuery } from '@tanstack/react-query'
import { allStatusLinksQuery } from '#web/api/projects/status-links.queries.ts'
import { StatusLinkList } from '#web/components/status-links/status-link-list.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** All addresses that show a project to a customer. */
export function StatusLinksPanel() {
  return (
    <Panel title="Status links for customers">
      <StatusLinkList
        query={useQuery(allStatusLinksQuery())}
        titleOf={({ projectTitle, reference }) =>
          [projectTitle ?? 'Deleted project', reference].filter(Boolean).join(' · ')
        }
        empty="“Share status” on the page of a project creates a link that shows a customer the status of the project."
      />
    </Panel>
  )
}
