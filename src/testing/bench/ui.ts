/** `npm run bench:ui`, or with names behind `--`: our screens compared with alternatives, in one run on one machine. */
const benches: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  board: () => import('./kanban/run.ts'),
  table: () => import('./table/run.ts'),
  palette: () => import('./palette/run.ts'),
  operations: () => import('./operations/run.ts'),
}

export {}

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) throw new Error(`No bench is called '${name}': ${Object.keys(benches).join(', ')}`)
  await (await bench()).run()
}
