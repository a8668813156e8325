import type { AppServices } from './context.ts'
import { type Env, isLoopback } from './env.ts'
import { findDemo } from './services/tenants/find-demo.ts'

/**
 * Fills an empty embedded database with the demo, only on this machine, never in production or on PostgreSQL. Returns
 * whether the demo accounts work. Throws when others could reach a demo database: its password is public.
 */
export const prepareDemo = async (app: AppServices, env: Pick<Env, 'NODE_ENV' | 'HOST'>): Promise<boolean> => {
  const isDemoAllowed = app.db.engine === 'embedded' && env.NODE_ENV !== 'production' && isLoopback(env.HOST)
  const { isEmpty, hasDemo } = await findDemo(app)
  if (isDemoAllowed && isEmpty) {
    const { seedDemo } = await import('./seed/seed-demo.ts')
    await seedDemo(app)
    return true
  }
  if (hasDemo && !isDemoAllowed) {
    throw new Error(
      'This database holds the demo accounts, whose password is public: it is for HOST=127.0.0.1 without NODE_ENV=production. ' +
        'Point DATA_DIR or DATABASE_URL to another place and run "npm run admin:create" there.',
    )
  }
  return hasDemo
}
