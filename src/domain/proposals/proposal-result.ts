import { runResultOf, type StoredRunResult } from '#domain/scheduling/run-result.ts'
import type { ComparedLoads } from './compare-loads.ts'
import type { ComparedResult, OperationMove } from './compare-with-forecast.ts'

/** The consequences of a proposal without names, which are read when somebody opens it. */
export interface StoredProposalResult extends StoredRunResult, Partial<ComparedLoads> {
  readonly moves: readonly OperationMove[]
  readonly movedOperations: number
  readonly unplacedBefore?: number
  /** Its changes gain nothing, so that everything stays where the forecast has it. */
  readonly gainsNothing?: true
  readonly capacitiesBefore?: Readonly<Record<string, number>>
  /** Names of the changed records when it was computed, by id. They stay when a record is removed. */
  readonly names?: Readonly<Record<string, string>>
}

export const proposalResultOf = (result: ComparedResult): StoredProposalResult => ({
  ...runResultOf(result),
  moves: result.moves,
  movedOperations: result.movedOperations,
  unplacedBefore: result.unplacedBefore,
  capacitiesBefore: result.capacitiesBefore,
  loads: result.loads,
  loadsFromMs: result.loadsFromMs,
})
