import { useQuery } from '@tanstack/react-query'
import { standingOf } from '#domain/access/permissions.ts'
import { accessQuery } from '#web/api/access-requests.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useSession } from '#web/stores/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AskForm } from './ask-form.tsx'
import { HolderList } from './holder-list.tsx'
import { RequestList } from './request-list.tsx'

/** Who holds which access; members ask for admin rights, admins grant, refuse and revoke. */
export function AccessScreen() {
  const query = useQuery(accessQuery())
  const standing = standingOf(useSession())
  const decides = standing !== 'user'
  return (
    <>
      <PageHead title="Admin access" />
      <Loaded query={query}>
        {({ holders, requests }) => {
          const open = requests.filter(({ status }) => status === 'Open')
          const decided = requests.filter(({ status }) => status !== 'Open')
          return (
            <div className="grid grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:grid-cols-1 max-md:px-4">
              <div className="flex min-w-0 flex-col gap-4 lg:order-last">
                {!decides && <AskForm open={open[0] ?? null} />}
                {decides && (
                  <Panel title="Requests">
                    <RequestList requests={open} decides empty="Nobody waits for an answer." />
                  </Panel>
                )}
                <Panel title={decides ? 'Answered requests' : 'Your earlier requests'}>
                  <RequestList requests={decided} empty="None yet." />
                </Panel>
              </div>
              <Panel title="Who holds which access">
                <HolderList holders={holders} />
              </Panel>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
