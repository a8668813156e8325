import { PageHead } from '#web/ui/page-head.tsx'
import { AssistantLog } from './assistant-log.tsx'
import { AssistantTools } from './assistant-tools.tsx'
import { ConnectPanel } from './connect-panel.tsx'

/** How to connect an assistant, what it can do, and what assistants asked and did. */
export function AssistantsScreen() {
  return (
    <>
      <PageHead
        title="Assistants"
        meta={<span className="max-md:hidden">Ask an AI assistant about the plan, and let it propose changes</span>}
      />
      <div className="grid w-full max-w-280 grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:max-w-140 max-lg:grid-cols-1 max-md:px-4">
        <ConnectPanel />
        <AssistantTools />
        <div className="col-span-full">
          <AssistantLog />
        </div>
      </div>
    </>
  )
}
