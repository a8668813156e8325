import { Suspense } from 'react'
import type { UnplacedReasons } from '#contract/schedule.ts'
import { extras } from '../frame/extras.ts'
import { PanelSpace } from '../frame/panel-space.tsx'

export interface UnscheduledPoolProps {
  /** Why operations could not be scheduled; undefined while it is loaded. */
  readonly reasons: UnplacedReasons | undefined
  readonly onClose: () => void
}

const PoolPanel = extras.part(({ PoolPanel }) => PoolPanel)

/** The list of unscheduled operations beside the Timeline. */
export const UnscheduledPool = (props: UnscheduledPoolProps) => (
  <Suspense fallback={<PanelSpace />}>
    <PoolPanel {...props} />
  </Suspense>
)
