import { z } from 'zod/mini'
import * as errors from '#contract/errors.ts'
import * as importPreviews from '#contract/import-previews.ts'
import * as operationFilter from '#contract/operation-filter.ts'
import * as operationOutlook from '#contract/operation-outlook.ts'
import * as placement from '#contract/placement.ts'
import { endpoints, resources } from '#contract/registry.ts'
import * as runEffects from '#contract/run-effects.ts'
import * as vocabulary from '#contract/vocabulary.ts'
import * as workingTime from '#contract/working-time.ts'

/** A schema as OpenAPI 3.1 has it: JSON Schema 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema
type Schema = z.core.$ZodType
type Direction = 'input' | 'output'

/** Where schemas get their names from: what a file of the contract exports is named as it is exported. */
const namedIn: readonly object[] = [
  { Error: errors.ErrorBody },
  ...Object.values(resources),
  ...[importPreviews, operationFilter, operationOutlook, placement, runEffects, vocabulary, workingTime],
]

const prefix = '#/components/schemas/'
const references = /"#\/components\/schemas\/(\w+)"/g

/** The schema behind a `preprocess`, which only reads other spellings of the same thing. */
const coreOf = (schema: Schema): Schema => {
  if (!(schema instanceof z.ZodMiniPipe)) return schema
  const { in: read, out } = schema._zod.def
  return read instanceof z.ZodMiniTransform ? coreOf(out) : schema
}

const isSchema = (value: unknown): value is Schema => value instanceof z.ZodMiniType

/** Whether a call has this part at all. */
export const isSent = (schema: z.ZodMiniType | undefined): schema is z.ZodMiniType =>
  schema !== undefined && !(schema instanceof z.ZodMiniUndefined)

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** Every schema that is converted, with its name. A schema has the first name that it gets, and a name belongs to one schema. */
class Names {
  readonly registry = z.registry<{ id: string }, Schema>()
  readonly #taken = new Set<string>()

  #add(schema: Schema, id: string): void {
    if (this.registry.has(schema)) return
    if (this.#taken.has(id)) throw new Error(`Two schemas of the contract are named ${id}`)
    this.#taken.add(id)
    this.registry.add(schema, { id })
  }

  /** What a file of the contract exports is named as it is exported. Of two names, the first in the alphabet holds. */
  addExports(exported: object): void {
    for (const [name, value] of Object.entries(exported).sort(byName)) {
      if (/^[A-Z]/.test(name) && isSchema(value)) this.#add(coreOf(value), name)
    }
  }

  /** What a call sends or answers, or the items of a list, is named after the call unless the contract has a name for it. */
  addPart(part: Schema, name: string): void {
    const schema = coreOf(part)
    if (schema instanceof z.ZodMiniOptional) this.addPart(schema._zod.def.innerType, name)
    if (schema instanceof z.ZodMiniArray) this.addPart(schema._zod.def.element, `${name}Item`)
    if (schema instanceof z.ZodMiniObject || schema instanceof z.ZodMiniUnion) this.#add(schema, name)
    else this.addUnnamed(schema)
  }

  /** Parameters, lists and single values have no component of their own: their names are numbers. */
  addUnnamed(part: Schema): void {
    this.#add(coreOf(part), String(this.#taken.size))
  }

  of(part: Schema): string {
    const id = this.registry.get(coreOf(part))?.id
    if (id === undefined) throw new Error('This schema belongs to no call')
    return id
  }
}

const isUnnamed = (id: string): boolean => /^\d/.test(id)

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const nameSchemas = (): Names => {
  const names = new Names()
  for (const exported of namedIn) names.addExports(exported)
  for (const { name, params, query, body, response } of endpoints) {
    if (isSent(params)) names.addUnnamed(params)
    if (isSent(query)) names.addUnnamed(query)
    if (isSent(body)) names.addPart(body, `${capitalized(name)}Body`)
    if (isSent(response)) names.addPart(response, `${capitalized(name)}Answer`)
  }
  return names
}

const withoutMarks = ({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema => schema

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

/**
 * Leaves out the bounds that every whole number has in JSON, and the pattern behind a format, which may be a page long. A record with
 * certain keys is an object with these fields.
 */
const plainly: Override = ({ zodSchema, jsonSchema }) => {
  const { additionalProperties: field, required } = jsonSchema
  if (zodSchema instanceof z.ZodMiniRecord && required && field !== undefined) {
    jsonSchema.properties = Object.fromEntries(required.map((key) => [key, field]))
    delete jsonSchema.propertyNames
    delete jsonSchema.additionalProperties
  }
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/**
 * An answer may get more fields, and leaves none to a default. A value that is transformed when it is read has the form in which it
 * is written.
 */
const asAnswered: Override = (context) => {
  plainly(context)
  const { zodSchema, jsonSchema } = context
  delete jsonSchema.default
  if (zodSchema instanceof z.ZodMiniObject && zodSchema._zod.def.catchall === undefined) {
    delete jsonSchema.additionalProperties
  }
  if (zodSchema instanceof z.ZodMiniPipe && zodSchema._zod.def.out instanceof z.ZodMiniTransform) {
    Object.assign(jsonSchema, withoutMarks(z.toJSONSchema(zodSchema._zod.def.in, { io: 'input' })))
  }
}

type Forms = Readonly<Record<string, JsonSchema>>

const convert = ({ registry }: Names, io: Direction): Forms => {
  const override = io === 'output' ? asAnswered : plainly
  const { schemas } = z.toJSONSchema(registry, { io, override, uri: (id) => prefix + id, unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMarks(schema)]))
}

const referencesIn = (schema: JsonSchema | undefined): string[] =>
  [...JSON.stringify(schema ?? {}).matchAll(references)].flatMap(([, name]) => name ?? [])

/** Everything that some schemas refer to, themselves included. */
const reachable = (forms: Forms, from: Iterable<string>): ReadonlySet<string> => {
  const found = new Set(from)
  for (const name of found) for (const referred of referencesIn(forms[name])) found.add(referred)
  return found
}

/** Names of schemas that are both sent and answered, in different forms: their own, or the forms of what they refer to. */
const inTwoForms = (sent: Forms, answered: Forms, both: readonly string[]): ReadonlySet<string> => {
  const found = new Set(both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  let known = -1
  while (found.size > known) {
    known = found.size
    for (const name of both) if (referencesIn(sent[name]).some((referred) => found.has(referred))) found.add(name)
  }
  return found
}

export interface ApiSchemas {
  /** By name, for `#/components/schemas/`. */
  readonly components: Readonly<Record<string, JsonSchema>>
  /** What a call takes, as it is written. */
  readonly sent: (part: z.ZodMiniType) => JsonSchema
  readonly answered: (part: z.ZodMiniType) => JsonSchema
  /** A query, or the parameters of a path: an object that is no component. */
  readonly parameters: (part: z.ZodMiniType) => JsonSchema
  /** Whether what a call takes may have a field with such a name, at any depth. */
  readonly mayName: (part: z.ZodMiniType, field: RegExp) => boolean
}

/**
 * The schemas of all calls, each once. One that is both sent and answered, in different forms, is two components:
 * `NotificationAction` as it is answered, `NotificationActionInput` as it is sent. Takes some tenths of a second.
 */
export const apiSchemas = (): ApiSchemas => {
  const names = nameSchemas()
  const [sent, answered] = [convert(names, 'input'), convert(names, 'output')]
  const idsOf = (parts: readonly (z.ZodMiniType | undefined)[]) => parts.filter(isSent).map((part) => names.of(part))
  const parameterIds = idsOf(endpoints.flatMap(({ params, query }) => [params, query]))
  const inParameters = parameterIds.flatMap((id) => referencesIn(sent[id]))
  const inSent = reachable(sent, [...inParameters, ...idsOf(endpoints.map(({ body }) => body))])
  const inAnswered = reachable(answered, ['Error', ...idsOf(endpoints.map(({ response }) => response))])
  const both = [...inSent].filter((id) => inAnswered.has(id))
  const twofold = inTwoForms(sent, answered, both)

  const sentId = (id: string) => (twofold.has(id) ? `${id}Input` : id)
  const sentForm = (id: string): JsonSchema => {
    const form = JSON.stringify(sent[id])
    return JSON.parse(form.replace(references, (_, referred: string) => JSON.stringify(prefix + sentId(referred))))
  }
  const components: Record<string, JsonSchema> = {}
  const addComponent = (id: string, form: JsonSchema | undefined) => {
    if (isUnnamed(id)) return
    if (form === undefined || components[id]) throw new Error(`Two schemas of the contract are named ${id}`)
    components[id] = form
  }
  for (const id of inAnswered) addComponent(id, answered[id])
  for (const id of inSent) if (twofold.has(id) || !inAnswered.has(id)) addComponent(sentId(id), sentForm(id))
  return {
    components: Object.fromEntries(Object.entries(components).sort(byName)),
    sent: (part) => {
      const id = names.of(part)
      return isUnnamed(id) ? sentForm(id) : { $ref: prefix + sentId(id) }
    },
    answered: (part) => {
      const id = names.of(part)
      return isUnnamed(id) ? (answered[id] ?? {}) : { $ref: prefix + id }
    },
    parameters: (part) => sentForm(names.of(part)),
    mayName: (part, field) => [...reachable(sent, [names.of(part)])].some((id) => field.test(JSON.stringify(sent[id]))),
  }
}
