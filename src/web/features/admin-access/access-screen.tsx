import { useSuspenseQuery } from '@tanstack/react-query'
import { isAdminRole } from '#domain/access/rights.ts'
import { accessQuery } from '#web/api/users/access-requests.queries.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { useActor } from '#web/stores/actor.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { accessPanels } from './access-skeleton.tsx'
import { AskForm } from './ask-form.tsx'
import { HolderList } from './holder-list.tsx'
import { RequestList } from './request-list.tsx'
import { RequestsPrint } from './requests-print.tsx'

/** Shows each member's access. Members request more; admins grant or refuse it, and change the access of members. */
export function AccessScreen() {
  const { holders, requests } = useSuspenseQuery(accessQuery()).data
  const { role } = useActor()
  const decides = isAdminRole(role)
  const open = requests.filter(({ status }) => status === 'Open')
  const decided = requests.filter(({ status }) => status !== 'Open')
  return (
    <>
      <PageHead title="Admin access" actions={<PrintMenu />} />
      <div className={accessPanels}>
        <div className="flex min-w-0 flex-col gap-4 lg:order-last">
          {!decides && <AskForm open={open[0] ?? null} role={role} />}
          {decides && (
            <Panel title="Requests">
              <RequestList requests={open} decides empty="No open requests." />
            </Panel>
          )}
          <Panel title={decides ? 'Answered requests' : 'Your earlier requests'}>
            <RequestList requests={decided} empty="None yet." />
          </Panel>
        </div>
        <RequestsPrint
          title={decides ? 'Requests for access' : 'Your requests for access'}
          requests={[...open, ...decided]}
        />
        <Panel title="Who has which access">
          <HolderList holders={holders} />
        </Panel>
      </div>
    </>
  )
}
