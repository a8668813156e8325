/** The parts of `menus`. */
export { OutItems } from '../out/out-items.tsx'
export { FilterPanel } from './filter-panel.tsx'
export { GoToPanel } from './go-to-panel.tsx'
export { RunWays } from './run-ways.tsx'
export { ViewOptionsPanel } from './view-options-panel.tsx'
