import { parseArgs } from 'node:util'

/**
 * `npm run bench:ui`, optionally with names after `--`: our screens compared with alternatives, in one run on one
 * machine. `--parts mount,drag` measures only these parts of a benchmark with parts.
 */
const benches: Record<string, () => Promise<{ run: (parts?: readonly string[]) => Promise<void> }>> = {
  gantt: () => import('./gantt/run.ts'),
  board: () => import('./kanban/run.ts'),
  table: () => import('./table/run.ts'),
  palette: () => import('./palette/run.ts'),
  operations: () => import('./operations/run.ts'),
}

const { values, positionals: asked } = parseArgs({ allowPositionals: true, options: { parts: { type: 'string' } } })
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) throw new Error(`No bench is called '${name}': ${Object.keys(benches).join(', ')}`)
  await (await bench()).run(values.parts?.split(','))
}
