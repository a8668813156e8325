import type { LeftItem } from '#contract/changes.ts'
import type { RecordChange } from './merge-lines.ts'
import { sameValue } from './same-value.ts'

/** A record as history stores it. */
export type RecordFields = Readonly<Record<string, unknown>>

/** Fields that are restored together or not at all. */
interface FieldGroup {
  readonly fields: readonly string[]
  /** Whether the restored fields are consistent with the record, since later changes to other fields may conflict with them. */
  readonly agrees?: (fields: RecordFields) => boolean
}

export interface FieldRules {
  /** Fields in no group are restored separately. */
  readonly groups: readonly FieldGroup[]
  /** Fields that are restored with their group even if they changed since, because they hold reasons and not decisions. */
  readonly followers: ReadonlySet<string>
}

/** The write that restores one record. `fields` are the values to write; for `make`, the whole record. */
export interface Reversal {
  readonly verb: 'write' | 'make' | 'remove' | 'nothing'
  readonly fields: RecordFields
  /** Fields that cannot be restored, and why; null = the whole record. */
  readonly left: readonly { readonly field: string | null; readonly reason: LeftItem['reason'] }[]
}

const nothing: Reversal = { verb: 'nothing', fields: {}, left: [] }
const refused = (field: string | null, reason: LeftItem['reason']): Reversal => ({
  ...nothing,
  left: [{ field, reason }],
})

/** Fields that are stored with a deleted record but not compared on an existing one. */
const stamps: readonly string[] = ['version', 'createdAt']

interface ChangedGroup {
  readonly changed: readonly string[]
  readonly agrees?: FieldGroup['agrees']
}

const changedGroups = (change: RecordChange, { groups }: FieldRules): ChangedGroup[] => {
  const changed = [...change.changes.keys()]
  const alone = changed.filter((field) => !groups.some(({ fields }) => fields.includes(field)))
  return [...groups, ...alone.map((field): FieldGroup => ({ fields: [field] }))]
    .map(({ fields, agrees }) => ({ changed: changed.filter((field) => fields.includes(field)), agrees }))
    .filter((group) => group.changed.length > 0)
}

const reverseUpdate = (change: RecordChange, present: RecordFields, rules: FieldRules): Reversal => {
  const fields: Record<string, unknown> = {}
  const left: { field: string; reason: LeftItem['reason'] }[] = []
  const at = (field: string, side: 'from' | 'to') => change.changes.get(field)?.[side] ?? null
  for (const { changed, agrees } of changedGroups(change, rules)) {
    const compared = changed.filter((field) => !rules.followers.has(field))
    if (compared.every((field) => sameValue(present[field], at(field, 'from')))) continue
    const back = Object.fromEntries(changed.map((field) => [field, at(field, 'from')]))
    const changedSince = compared.filter((field) => !sameValue(present[field], at(field, 'to')))
    if (changedSince.length === 0 && (agrees?.({ ...present, ...back }) ?? true)) Object.assign(fields, back)
    else for (const field of changedSince.length > 0 ? changedSince : compared) left.push({ field, reason: 'changed' })
  }
  return { verb: Object.keys(fields).length > 0 ? 'write' : 'nothing', fields, left }
}

/** Deletes a created record only if it is unchanged; a later change means that the record is in use. */
const reverseMaking = (change: RecordChange, present: RecordFields, rules: FieldRules): Reversal => {
  const changed = Object.keys(present).find(
    (field) =>
      !rules.followers.has(field) &&
      !stamps.includes(field) &&
      !sameValue(present[field], change.changes.get(field)?.to),
  )
  return changed === undefined ? { ...nothing, verb: 'remove' } : refused(changed, 'changed')
}

/** Computes how to restore one record to its state before a change. Fields that were changed again since are left alone. */
export const reverseChange = (change: RecordChange, present: RecordFields | null, rules: FieldRules): Reversal => {
  if (change.action === 'create') return present ? reverseMaking(change, present, rules) : nothing
  if (change.action === 'update') return present ? reverseUpdate(change, present, rules) : refused(null, 'gone')
  if (present) return refused(null, 'there')
  return {
    verb: 'make',
    fields: Object.fromEntries([...change.changes].map(([field, { from }]) => [field, from ?? null])),
    left: [],
  }
}
