import { type SQL, sql } from 'drizzle-orm'
import { type EngineName, engineName } from '#domain/fields.ts'
import { dateFields, type OperationFieldName } from '#domain/operations/fields.ts'
import { epochMs } from './read-json.ts'
import { plannedOperations } from './tables/planned-operations.ts'

type OperationRow = typeof plannedOperations.$inferSelect
type StoredField = Extract<keyof OperationRow, OperationFieldName>

/** The column of a field in a select from `operationsInForce` (under the name `of`), with instants in epoch ms. */
export const fieldColumn = (name: StoredField, of?: string): SQL => {
  const column = sql.identifier(plannedOperations[name].name)
  const named = of === undefined ? sql`${column}` : sql`${sql.identifier(of)}.${column}`
  return dateFields.has(name) ? epochMs(named) : named
}

/** The values of fields as `fieldPairs` reads them. */
export type FieldValues<Name extends StoredField> = {
  readonly [Key in Name as EngineName<Key>]: OperationRow[Key] extends Date | null ? number | null : OperationRow[Key]
}

/** Names and values of fields for `json_build_object`; instants in epoch ms under their names in the engine. */
export const fieldPairs = (names: readonly StoredField[], of: string): SQL =>
  sql.join(
    names.map((name) => sql`${sql.raw(`'${engineName(name)}'`)}, ${fieldColumn(name, of)}`),
    sql`, `,
  )
