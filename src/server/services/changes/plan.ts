import type { LeftItem } from '#contract/changes.ts'
import type { ChangeLine } from '#domain/changes/change-line.ts'
import { fieldRules } from '#domain/changes/field-rules.ts'
import { mergeLines, type RecordChange } from '#domain/changes/merge-lines.ts'
import { reverseChange } from '#domain/changes/reverse-change.ts'
import { isUndoable, type UndoableEntity, undoableEntities } from '#domain/changes/undoable.ts'
import type { Present, Target } from './kinds/kind.ts'
import type { kinds } from './kinds/kinds.ts'

export type StoredEntity = keyof typeof kinds

/** Kinds in the order in which their records are created. They are removed in the opposite order. */
export const storedEntities = undoableEntities.filter(
  (entity): entity is StoredEntity => (entity satisfies UndoableEntity) !== 'schedulingRun',
)

/** The reversal of every record of a change set. */
export type Plan = ReadonlyMap<StoredEntity, ReadonlyMap<string, Target>>

export const targetsOf = (plan: Plan, entity: StoredEntity): readonly Target[] => [
  ...(plan.get(entity)?.values() ?? []),
]
export const allTargets = (plan: Plan): readonly Target[] => storedEntities.flatMap((entity) => targetsOf(plan, entity))

/** Leaves a whole record alone. */
export const leaveRecord = (target: Target, reason: LeftItem['reason']): void => {
  target.reversal = { verb: 'nothing', fields: {}, left: [{ field: null, reason }] }
}

/** Leaves a field and its group alone. A record that is created again starts without the field. */
export const leaveField = (
  target: Target,
  field: string,
  reason: LeftItem['reason'],
  without: unknown = null,
): void => {
  const { verb, fields, left } = target.reversal
  const listed = [...left, { field, reason }]
  if (verb === 'make') {
    target.reversal = { verb, fields: { ...fields, [field]: without }, left: listed }
    return
  }
  const { groups } = fieldRules[target.change.entity]
  const together = groups.find((group) => group.fields.includes(field))?.fields ?? [field]
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !together.includes(name)))
  target.reversal = { verb: Object.keys(kept).length > 0 ? 'write' : 'nothing', fields: kept, left: listed }
}

/** Loads the present records of some changes of one kind. */
type LoadPresent = (entity: StoredEntity, changes: readonly RecordChange[]) => Promise<ReadonlyMap<string, Present>>

/** Compares a change set with the present records, to find which fields go back and which have changed since. */
export const planReversals = async (load: LoadPresent, lines: readonly ChangeLine[]): Promise<Plan> => {
  const byEntity = Map.groupBy(mergeLines(lines.filter(isUndoable)), ({ entity }) => entity)
  const plan = new Map<StoredEntity, Map<string, Target>>()
  for (const entity of storedEntities) {
    const changes: readonly RecordChange[] = byEntity.get(entity) ?? []
    if (changes.length === 0) continue
    const present = await load(entity, changes)
    const targets = changes.map((change): [string, Target] => {
      const now = present.get(change.entityId) ?? null
      return [
        change.entityId,
        { change, present: now, reversal: reverseChange(change, now?.fields ?? null, fieldRules[entity]) },
      ]
    })
    plan.set(entity, new Map(targets))
  }
  return plan
}
