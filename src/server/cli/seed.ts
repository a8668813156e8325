import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { openDatabase } from '../db/open-database.ts'
import { readEnv } from '../env.ts'
import { prepareDemo } from '../prepare-demo.ts'
import { seedBigTenant } from '../seed/seed-big-tenant.ts'
import { seedContext } from '../seed/seed-context.ts'
import { newSecret } from '../services/credentials/secrets.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { demoPassword } from '../services/tenants/find-demo.ts'

const usage = 'npm run seed -- --projects 1000 --operations 20 [--tenant NAME] [--seed N]'

const Arguments = z.object({
  projects: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50_000)), 1_000),
  operations: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 20),
  seed: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 1),
  tenant: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
})

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      projects: { type: 'string' },
      operations: { type: 'string' },
      seed: { type: 'string' },
      tenant: { type: 'string' },
    },
  })
  const { tenant, ...size } = Arguments.parse(values)
  const tenantName = tenant ?? `Big Shop ${size.projects} x ${size.operations}`
  const env = readEnv()
  // A published password is only for the demo on this machine.
  const password = env.DATABASE_URL || env.NODE_ENV === 'production' ? newSecret() : demoPassword
  // No other work waits for this database, so a statement may take long on a slow machine.
  const db = await openDatabase(env, { statementLimitMs: 300_000 })
  try {
    const app = { db, now: () => new Date() }
    // An empty database gets the demo first, as at a first start.
    await prepareDemo(app, env)
    const startedAt = performance.now()
    const { email, tenantId } = await seedBigTenant(app, { tenantName, password, ...size })
    // Otherwise the first person to sign in waits for it: half a minute for 100,000 operations.
    await keepForecast(seedContext(app, tenantId))
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.log(`${tenantName}: ${size.projects * size.operations} operations in ${seconds} s`)
    console.log(`Sign in as ${email} with ${password}`)
  } finally {
    await db.close()
  }
}

try {
  await main()
} catch (error) {
  const known =
    error instanceof z.core.$ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error
  console.error(`${known}\n${usage}`)
  process.exitCode = 1
}
