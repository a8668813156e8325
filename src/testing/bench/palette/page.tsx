import '#web/styles/index.css'
import { createRoot } from 'react-dom/client'
import { benchNowMs } from '../kanban/bench-scene.ts'
import { madeProject } from '../kanban/many-projects.ts'
import { untilPainted } from '../paint.ts'

const asked = new URLSearchParams(location.search)
const makes = ['Alpine', 'Cedar', 'Delta', 'Granite', 'Harbor', 'Lakeside', 'Midwest', 'Northern', 'Prairie', 'Titan']
const products = ['Frame', 'Skid', 'Housing', 'Base', 'Tower', 'Conveyor', 'Hopper', 'Platform', 'Fixture', 'Cell']
const projects = Array.from({ length: Number(asked.get('entries') ?? 10_000) }, (_, index) =>
  madeProject(index, benchNowMs, {
    projectName: `${makes[index % makes.length]} ${products[Math.floor(index / 10) % products.length]} ${index % 997}`,
  }),
)

const field = () => document.querySelector<HTMLInputElement>('[role=dialog] [cmdk-input]')
const entries = () => document.querySelectorAll('[role=dialog] [cmdk-item]').length

const bench = {
  /** Milliseconds from the watched input to the frame with its result. */
  latency: Promise.resolve(0),
  watchOpen: (): void => {
    bench.latency = untilPainted('click', () => field() !== null && entries() > 0)
  },
  /** Watches until the field shows the text and there are results. */
  watchKey: (text: string): void => {
    bench.latency = untilPainted('keydown', () => field()?.value === text && entries() > 0)
  },
}
declare global {
  interface Window {
    paletteBench: typeof bench
  }
}

const screen =
  asked.get('palette') === 'cmdk'
    ? await import('./plain-palette.tsx').then(({ PlainPalette }) => <PlainPalette projects={projects} />)
    : (await import('./our-palette.tsx')).ourPalette(projects)
createRoot(document.querySelector('#root') as HTMLElement).render(screen)
window.paletteBench = bench
