/** The parts of `extras`. */
export { LinkMark } from '../gantt/link-mark.tsx'
export { MoveTips } from '../move/move-tips.tsx'
export { PaintedMark } from '../timeline/painted-mark.tsx'
export { PoolPanel } from '../timeline/pool-panel.tsx'
export { PlanStrip } from './plan-strip.tsx'
export { PointerTips } from './pointer-tips.tsx'
