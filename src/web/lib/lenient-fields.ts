import { z } from 'zod/mini'

/** A field of an address or of kept state that counts as `usual` when it is missing or cannot be read. */
export const withUsual = <Schema extends z.ZodMiniType>(
  schema: Schema,
  usual: z.output<Schema> & z.util.NoUndefined<z.output<Schema>>,
) => z._default(z.catch(schema, usual), usual)

/** The same for a field that counts as absent then. */
export const ifReadable = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)
