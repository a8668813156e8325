import { z } from 'zod/mini'

/** A field that counts as `usual` when it is missing or cannot be read: in an address, in kept state, in the answer of another server. */
export const withUsual = <Schema extends z.ZodMiniType>(
  schema: Schema,
  usual: z.output<Schema> & z.util.NoUndefined<z.output<Schema>>,
) => z._default(z.catch(schema, usual), usual)

/** The same for a field that counts as absent then. */
export const ifReadable = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)
