import { FailingLoad } from '#web/components/loaded/failing-load.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

export const accessPanels = 'grid grid-cols-2 items-start gap-4 px-5 pb-5 max-lg:grid-cols-1 max-md:px-4'

/** The layout of the page while it loads. */
export const AccessSkeleton = () => (
  <>
    <PageHead title="Admin access" />
    <FailingLoad />
    <div className={accessPanels}>
      <Panel title="Who has which access">
        <SkeletonRows columns="1fr 80px" rows={8} />
      </Panel>
    </div>
  </>
)
