import { useQuery } from '@tanstack/react-query'
import { allStatusLinksQuery } from '#web/api/projects/status-links.queries.ts'
import { StatusLinkList } from '#web/components/status-links/status-link-list.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Every address that shows a project to a customer. */
export function StatusLinksPanel() {
  return (
    <Panel title="Status links for customers">
      <StatusLinkList
        query={useQuery(allStatusLinksQuery())}
        titleOf={({ projectTitle, reference }) =>
          [projectTitle ?? 'Deleted project', reference].filter(Boolean).join(' · ')
        }
        empty="“Share status” on the page of a project makes an address that shows a customer where the project stands."
      />
    </Panel>
  )
}
