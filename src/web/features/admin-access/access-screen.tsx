import { useQuery } from '@tanstack/react-query'
import { roleOf } from '#domain/access/permissions.ts'
import { accessQuery } from '#web/api/access-requests.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useSession } from '#web/stores/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AskForm } from './ask-form.tsx'
import { HolderList } from './holder-list.tsx'
import { RequestList } from './request-list.tsx'

const panels = 'grid grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:grid-cols-1 max-md:px-4'

/** The layout of the panels while they load. */
const loading = (decides: boolean) => (
  <div className={panels}>
    <div className="flex min-w-0 flex-col gap-4 lg:order-last">
      {[decides ? 'Requests' : 'Request admin rights', decides ? 'Answered requests' : 'Your earlier requests'].map(
        (title) => (
          <Panel key={title} title={title}>
            <SkeletonRows columns="1fr" rows={1} />
          </Panel>
        ),
      )}
    </div>
    <Panel title="Who has which access">
      <SkeletonRows columns="1fr 80px" rows={8} />
    </Panel>
  </div>
)

/** Who has which access. Members ask for admin rights; admins grant, refuse and revoke them. */
export function AccessScreen() {
  const query = useQuery(accessQuery())
  const role = roleOf(useSession())
  const decides = role !== 'user'
  return (
    <>
      <PageHead title="Admin access" />
      <Loaded query={query} skeleton={loading(decides)}>
        {({ holders, requests }) => {
          const open = requests.filter(({ status }) => status === 'Open')
          const decided = requests.filter(({ status }) => status !== 'Open')
          return (
            <div className={panels}>
              <div className="flex min-w-0 flex-col gap-4 lg:order-last">
                {!decides && <AskForm open={open[0] ?? null} />}
                {decides && (
                  <Panel title="Requests">
                    <RequestList requests={open} decides empty="No open requests." />
                  </Panel>
                )}
                <Panel title={decides ? 'Answered requests' : 'Your earlier requests'}>
                  <RequestList requests={decided} empty="None yet." />
                </Panel>
              </div>
              <Panel title="Who has which access">
                <HolderList holders={holders} />
              </Panel>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
