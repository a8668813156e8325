import { z } from 'zod/mini'

/** A field that defaults to `usual` if it is missing or unreadable: in an address, in stored state, or in the answer of another server. */
export const withUsual = <Schema extends z.ZodMiniType>(
  schema: Schema,
  usual: z.output<Schema> & z.util.NoUndefined<z.output<Schema>>,
) => z._default(z.catch(schema, usual), usual)

/** The same, but the field counts as absent. */
export const ifReadable = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)
