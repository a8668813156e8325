import { z } from 'zod/mini'
import { RequiredLine } from './fields.ts'

/** These describe the message, and are written by the server. */
const ownHeaders = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
  'te',
  'trailer',
]

/** The name of a header that signs in, such as `Authorization` or `X-API-Key`. */
const SignInHeader = z.string().check(
  z.regex(/^[A-Za-z0-9-]{1,100}$/, 'Not a header'),
  z.refine((name) => !ownHeaders.includes(name.toLowerCase()), 'This header cannot be set'),
)

/** How data sources and scheduled exports sign in at an address. The secret part is in the body only: no answer contains it. */
export const AddressSignIn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('header'), header: SignInHeader }),
  z.object({ kind: z.literal('basic'), user: z.string().check(z.maxLength(200)) }),
])
export type AddressSignIn = z.infer<typeof AddressSignIn>

/** The value of the header, or the password. Absent in a change = as before. */
export const SignInSecret = z.string().check(
  z.minLength(1),
  z.maxLength(4_000),
  z.refine((text) => !/\p{Cc}/u.test(text), 'Contains a character that cannot be sent'),
)

export const ExchangeUrl = z.pipe(
  z.string().check(z.trim(), z.maxLength(2_000)),
  z.url({ protocol: /^https?$/, error: 'Enter a complete address, such as https://erp.example.com/orders.csv' }),
)

/**
 * The name of a file in the organization's folder, without folders, and without characters that would show another name. `*` stands for
 * any characters.
 */
export const FilePattern = RequiredLine('File name', 200).check(
  z.refine((name) => !/[/\\:]/.test(name) && !name.startsWith('.'), 'A file name without folders'),
  z.refine((name) => !/[\p{Cc}\p{Bidi_Control}]/u.test(name), 'A file name without invisible characters'),
)

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 05:30'))
const weekdays = z
  .array(z.int().check(z.minimum(1), z.maximum(7)))
  .check(z.minLength(1, 'Choose at least one day'), z.maxLength(7))

/** When something repeats, in the organization's zone. Weekdays: 1 = Monday ... 7 = Sunday. */
export const ClockSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hourly'), minute: z.int().check(z.minimum(0), z.maximum(59)) }),
  z.object({ kind: z.literal('daily'), at: TimeOfDay, weekdays }),
])
export type ClockSchedule = z.infer<typeof ClockSchedule>

/** Where this server may read and write for an organization, as its operator allows. */
export const ExchangePlaces = z.object({
  /** Origins, such as `https://erp.example.com`. */
  allowedOrigins: z.array(z.string()),
  /** The organization's own folder on the server; null = the operator has not made one. */
  folder: z.nullable(z.string()),
})
export type ExchangePlaces = z.infer<typeof ExchangePlaces>

/** After so many failures in a row, people are notified. */
export const failuresUntilBroken = 3
