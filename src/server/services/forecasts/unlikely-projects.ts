import { sql } from 'drizzle-orm'
import { onTimeStates, unlikelyBelow } from '#domain/odds/chance-bands.ts'

/**
 * True for a project that is on time in the forecast but unlikely to ship on time, where the columns of `project_forecasts` and
 * `project_odds` are joined.
 */
export const isUnlikely = sql`(state in (${sql.join(
  onTimeStates.map((state) => sql`${state}`),
  sql`, `,
)}) and on_time_chance < ${unlikelyBelow})`
