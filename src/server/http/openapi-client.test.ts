import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateTypes } from '#testing/api-client/generate-types.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import { testFolder } from '#testing/data-folder.ts'
import { serveRuns } from '#testing/serve-runs.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { createApiToken } from '../services/api-tokens/my-api-tokens.ts'

const root = join(import.meta.dirname, '../../..')
const folder = testFolder('api-client-')
const program = readFileSync(join(root, 'src/testing/api-client/client-program.ts'), 'utf8')
const run = promisify(execFile)

let server: TestServer
let baseUrl: string
let types: string

beforeAll(async () => {
  server = await startServer()
  baseUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
  types = await generateTypes(await (await fetch(`${baseUrl}/api/openapi.json`)).text())
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  cpSync(join(root, 'src/testing/api-client/client-program.ts'), join(folder, 'client-program.ts'))
  const [, shown = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, '.readme/api.md'), 'utf8')) ?? []
  writeFileSync(join(folder, 'shown-program.ts'), shown)
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2024',
    module: 'NodeNext',
    allowImportingTsExtensions: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** What the compiler says about the program with these types; empty = nothing. */
const compile = async (generated: string): Promise<string> => {
  writeFileSync(join(folder, 'scheduler.ts'), generated)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [tsc, '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  )
}

/** Runs a program as a customer does, with the address of the server and a token. */
const runProgram = async (name: string, apiToken: string): Promise<string> => {
  const env = { ...process.env, NODE_OPTIONS: '', SCHEDULER: baseUrl, TOKEN: apiToken }
  return (await run(process.execPath, [join(folder, name)], { env })).stdout
}

it('a program with generated types compiles, and lists, changes, creates and schedules', async () => {
  expect(await compile(types)).toBe('')

  const tenant = await server.newTenant()
  const ctx = await server.contextOf(tenant.planner)
  const adminCtx = await server.contextOf(tenant.admin)
  await buildShift(adminCtx)
  await buildCategory(adminCtx, { name: 'Welding' })
  await buildProject(ctx, { projectName: 'Pump skid', priority: 50 })
  const { apiToken } = await createApiToken(ctx, { name: 'Client', scope: 'plan', expiresInDays: 30 })
  const runner = serveRuns(server)
  const printed = await runProgram('client-program.ts', apiToken)
  const printedByShown = await runProgram('shown-program.ts', apiToken)
  await runner.close()
  expect(printedByShown).toBe('Succeeded 0\n')
  expect(JSON.parse(printed)).toEqual({
    listed: ['Pump skid'],
    priority: 80,
    refused: ['stale', expect.any(Number)],
    run: { status: 'Succeeded', placedOperations: 1 },
    scheduled: { name: 'Weld frame', scheduledStartDate: expect.any(String), scheduledEndDate: expect.any(String) },
  })
})

it('a program does not compile when a schema or a call that it uses has another name', async () => {
  const schemas = [...program.matchAll(/Schemas\['(\w+)'\]/g)].map(([, name = '']) => name)
  const calls = [...program.matchAll(/'(\/api\/[^']+)'/g)].map(([, path = '']) => path)
  expect(schemas).toEqual(expect.arrayContaining(['Project', 'Operation', 'SchedulingRun', 'Error']))
  expect(calls.length).toBeGreaterThan(5)
  let renamed = types
  for (const name of schemas) {
    renamed = renamed.replaceAll(`["${name}"]`, `["${name}2"]`).replace(`        ${name}: {`, `        ${name}2: {`)
  }
  for (const path of calls) renamed = renamed.replace(`"${path}": {`, `"${path}2": {`)
  const errors = (await compile(renamed)).split('\n')
  for (const name of schemas) {
    expect(errors).toContainEqual(expect.stringMatching(`^\\S*client-program.ts\\(.*Property '${name}' does not exist`))
  }
  const lines = program.split('\n')
  for (const path of calls) {
    const line = lines.findIndex((text) => text.includes(`'${path}'`)) + 1
    expect(errors, path).toContainEqual(expect.stringMatching(`^\\S*client-program.ts\\(${line},`))
  }
})
