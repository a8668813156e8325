import { type EngineName, engineName, isSaid } from '../fields.ts'
import { operationFields, type SnapshotField, snapshotFields } from '../operations/fields.ts'
import type { SnapshotOperation } from './shop-snapshot.ts'

/** What a snapshot holds of an operation besides its id and its links. */
export type SnapshotFields = Pick<SnapshotOperation, EngineName<SnapshotField>>

const carried = snapshotFields.map((name) => ({
  name: engineName(name),
  always: operationFields[name].inSnapshot === 'always',
}))

/** The fields of an operation for a snapshot. `values` are in the order of `snapshotFields`, instants in epoch ms. */
export const snapshotFieldsOf = (values: readonly unknown[]): SnapshotFields => {
  const fields: Record<string, unknown> = {}
  for (const [index, { name, always }] of carried.entries()) {
    if (always || isSaid(values[index])) fields[name] = values[index]
  }
  return fields as SnapshotFields
}
