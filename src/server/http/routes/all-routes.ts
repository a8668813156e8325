import { readdirSync } from 'node:fs'
import type { ServedRoute } from '../serve.ts'
import { healthRoutes, type Readiness } from './health.routes.ts'

/** Every endpoint with its service. */
export const allRoutes = async (readiness: Readiness): Promise<ServedRoute[]> => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.routes.ts') && !file.startsWith('health'),
  )
  const lists = await Promise.all(
    files.map(async (file) => {
      try {
        return Object.values(await import(`./${file}`))
          .filter(Array.isArray)
          .flat() as ServedRoute[]
      } catch {
        return []
      }
    }),
  )
  return [...lists.flat(), ...healthRoutes(readiness)]
}
