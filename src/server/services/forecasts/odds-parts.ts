import type { EndOdds, OperationGap, OperationOdds, ShopOdds } from '#domain/odds/shop-odds.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts'

/** Rows of one statement: few enough that nobody waits long for the embedded database. */
const rowsPerPart = 1_000
/** Steps of chances: half a percent, as 200 samples give them, and one percent. */
const [projectSteps, operationSteps] = [200, 100]

/** Rows of all operations with ids from the end of the part before up to `upToId` (null = all later ones). */
export interface OperationOddsPart {
  readonly rowsJson: string
  readonly upToId: string | null
}

/** Odds as rows to store, without their organization, as JSON texts of arrays. */
export interface OddsParts {
  readonly projectsJson: string
  readonly projectGapsJson: string
  readonly operations: readonly OperationOddsPart[]
}

/**
 * The end of the step that contains an instant. Dates that are far away have longer steps, because they are less certain, and so that few
 * rows change as time passes.
 */
const oddsDate = (ms: number, nowMs: number): string => {
  const awayMs = ms - nowMs
  const stepMs = awayMs < dayMs ? 15 * minuteMs : awayMs < 7 * dayMs ? hourMs : 4 * hourMs
  return new Date(Math.ceil(ms / stepMs) * stepMs).toISOString()
}

const datesOf = ({ p10Ms, p50Ms, p80Ms, p90Ms }: EndOdds, nowMs: number) => ({
  p10: oddsDate(p10Ms, nowMs),
  p50: oddsDate(p50Ms, nowMs),
  p80: oddsDate(p80Ms, nowMs),
  p90: oddsDate(p90Ms, nowMs),
})

const stepped = (chance: number | null, steps: number): number | null =>
  chance === null ? null : Math.round(chance * steps) / steps

const operationRow = (of: OperationOdds | OperationGap, nowMs: number) => {
  const { operationId } = of
  if ('unknownAt' in of) return { operationId, unknownAt: of.unknownAt }
  return { operationId, ...datesOf(of, nowMs), needByChance: stepped(of.needByChance, operationSteps) }
}

/** The odds that were drawn at `nowMs`, as rows to store: at least one part of operations. */
export const oddsParts = ({ projects, operations, projectGaps, operationGaps }: ShopOdds, nowMs: number): OddsParts => {
  const all = [...operations, ...operationGaps].sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const parts: OperationOddsPart[] = []
  for (let from = 0; from === 0 || from < all.length; from += rowsPerPart) {
    const rows = all.slice(from, from + rowsPerPart)
    const isLast = from + rowsPerPart >= all.length
    parts.push({
      rowsJson: JSON.stringify(rows.map((row) => operationRow(row, nowMs))),
      upToId: isLast ? null : (rows.at(-1)?.operationId ?? null),
    })
  }
  return {
    projectsJson: JSON.stringify(
      projects.map(({ projectId, onTimeChance, ...dates }) => {
        return { projectId, ...datesOf(dates, nowMs), onTimeChance: stepped(onTimeChance, projectSteps) }
      }),
    ),
    projectGapsJson: JSON.stringify(projectGaps),
    operations: parts,
  }
}
