import { isAbsolute } from 'node:path'
import { z } from 'zod/mini'
import { preprocess } from '#contract/fields.ts'
import type { ExchangeFacts, MailFacts } from './context.ts'
import { readDsn } from './error-reporter.ts'

// Every process of the server begins here. The words are for wrong values for which a schema has no text of its own.
z.config(z.locales.en())

/** The texts between commas. */
const parts = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
)

const commaList = z.pipe(parts, z.array(z.url({ protocol: /^https?$/ })))

/** An origin from a host: `hooks.example.com` means https; `http://erp.local:8080` is taken as it is. */
const listedHost = z.pipe(
  preprocess(
    (part: string) => (part.includes('://') ? part : `https://${part}`),
    z.url({ protocol: /^https?$/, error: 'must be hosts such as hooks.example.com, separated by commas' }),
  ),
  z.transform((url) => new URL(url).origin),
)

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host/database',
})

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Whether a host name or an address to listen on can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => loopbackHosts.has(host)

/** An issuer of OpenID Connect. What it sends is trusted, so it is reached over TLS, or on this machine. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com' })
  .check(
    z.refine(
      (text) => !URL.canParse(text) || text.startsWith('https:') || isLoopback(new URL(text).hostname),
      'must be an https address, unless the provider runs on this machine',
    ),
  )

/** An address, or a name and an address: `Scheduler <plan@example.com>`. */
const sender = z.string().check(
  z.trim(),
  z.regex(/^(?:[^<>\r\n",]{1,100} )?<?[^\s@<>",]+@[^\s@<>",]+>?$/, 'must look like Name <name@example.com>'),
  z.refine((text) => text.includes('<') === text.includes('>'), 'must look like Name <name@example.com>'),
)

const Settings = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3001),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** Where the embedded database and its backups live; unused when DATABASE_URL is set. */
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  /** PostgreSQL login of the server: not a superuser, no BYPASSRLS, not the owner of any table. */
  DATABASE_URL: z.optional(postgresUrl),
  /** Owner of the schema; when given, migrations are applied at the start. `npm run db:migrate` applies them alone. */
  MIGRATION_DATABASE_URL: z.optional(postgresUrl),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  /** The address users type, such as https://plan.example.com. */
  PUBLIC_ORIGIN: z.optional(z.url({ protocol: /^https?$/ })),
  /** Further origins that may call the API, separated by commas. */
  ALLOWED_ORIGINS: z._default(commaList, []),
  /** Address of the live socket for browsers, such as wss://live.example.com/api/live; by default this server. */
  SOCKET_URL: z.optional(z.url({ protocol: /^wss?$/ })),
  /** Address for reports of render crashes, such as https://key@reports.example.com/42; without it nothing is reported. */
  ERROR_REPORT_DSN: z.optional(
    z
      .url({ protocol: /^https?$/ })
      .check(z.refine((text) => readDsn(text) !== null, 'must look like https://key@host/project')),
  ),
  /** Hosts to which webhooks may be sent, separated by commas; without it none are. Addresses of the own network only when listed. */
  WEBHOOK_ALLOWED_HOSTS: z._default(z.pipe(parts, z.array(listedHost)), []),
  /** Hosts from which files are fetched and to which they are sent, in the same form; without it there are none. */
  EXCHANGE_ALLOWED_HOSTS: z._default(z.pipe(parts, z.array(listedHost)), []),
  /** The folder with a folder for each organization that may exchange files on this server, named by its id. */
  EXCHANGE_FOLDER: z.optional(
    z.string().check(z.refine(isAbsolute, 'must be a complete path, such as /srv/scheduler')),
  ),
  /** Where metrics are served, to the own network alone; without the port they are not. */
  METRICS_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** Statements of the database that take this long are logged, in ms; 0 = none. */
  SLOW_STATEMENT_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 1_000),
  /** Collector of traces (OpenTelemetry, OTLP over HTTP), such as http://localhost:4318; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  OTEL_SERVICE_NAME: z._default(z.string().check(z.minLength(1)), 'scheduler'),
  /** Share of the traces that are sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1),
  /** Number of trusted proxies in front of the server: so many entries of X-Forwarded-For, from the right, are theirs. */
  TRUSTED_PROXIES: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10)), 0),
  /** The mail server, such as smtps://user:password@mail.example.com; without it no e-mail is sent. */
  SMTP_URL: z.optional(
    z
      .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example.com' })
      .check(
        z.refine((text) => URL.canParse(text) && new URL(text).hostname !== '', 'needs the name of the mail server'),
      ),
  ),
  /** The sender of every message. */
  MAIL_FROM: z.optional(sender),
  /**
   * Encrypts the secrets of authenticator apps and the passwords of addresses in the database, the same on every server. Without it they
   * are stored as they are, so a reader of the database can use them. Once it is lost, people sign in with a recovery code or are reset,
   * and passwords of addresses are entered again.
   */
  SECRETS_KEY: z.optional(z.string().check(z.minLength(32, 'needs at least 32 characters'))),
  /** The issuer of an identity provider (OpenID Connect), such as https://login.example.com; without it there is no single sign-on. */
  OIDC_ISSUER: z.optional(issuer),
  /** The client that is registered at the provider. */
  OIDC_CLIENT_ID: z.optional(z.string().check(z.maxLength(1_000))),
  /** Its secret; none for a public client. */
  OIDC_CLIENT_SECRET: z.optional(z.string().check(z.maxLength(1_000))),
  /** The text of the button on the sign-in page. */
  OIDC_BUTTON: z._default(z.string().check(z.trim(), z.maxLength(40)), 'Sign in with single sign-on'),
})

/** Where people open an installation that names no PUBLIC_ORIGIN, if that is this machine. */
const ownOrigin = ({ PORT, HOST, NODE_ENV }: Pick<Env, 'PORT' | 'HOST' | 'NODE_ENV'>): string | undefined =>
  isLoopback(HOST) && NODE_ENV !== 'production' && PORT > 0 ? `http://localhost:${PORT}` : undefined

/** The mail server and the sender belong together, and links in messages need the address that people type. So does single sign-on. */
const Env = Settings.check(
  z.superRefine(({ SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN, ...env }, { addIssue }) => {
    const missing = (path: keyof z.output<typeof Settings>, message: string) =>
      addIssue({ code: 'custom', path: [path], message })
    if (SMTP_URL && !MAIL_FROM) missing('MAIL_FROM', 'is needed with SMTP_URL: the sender of the messages')
    if (MAIL_FROM && !SMTP_URL) missing('SMTP_URL', 'is needed with MAIL_FROM: the mail server that sends the messages')
    if (SMTP_URL && !PUBLIC_ORIGIN)
      missing('PUBLIC_ORIGIN', 'is needed with SMTP_URL: messages hold links to the address that people type')
    if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID)
      missing('OIDC_CLIENT_ID', 'is needed with OIDC_ISSUER: the client that is registered at the provider')
    if (!env.OIDC_ISSUER && (env.OIDC_CLIENT_ID || env.OIDC_CLIENT_SECRET))
      missing('OIDC_ISSUER', 'is needed with OIDC_CLIENT_ID: the identity provider at which the client is registered')
    if (env.OIDC_ISSUER && !PUBLIC_ORIGIN && !ownOrigin(env))
      missing(
        'PUBLIC_ORIGIN',
        'is needed with OIDC_ISSUER: the provider sends people back to the address that they type',
      )
  }),
)

export type Env = Readonly<z.output<typeof Env>>

/** What `npm run db:setup` reads. */
const SetupEnv = z.object({
  /** A login that may create roles and databases. It is used only for the setup. */
  ADMIN_DATABASE_URL: z.optional(postgresUrl),
  OWNER_PASSWORD: z.optional(z.string()),
  SERVER_PASSWORD: z.optional(z.string()),
})

/** What services need to know to write messages; undefined when no mail server is configured. */
export const mailFactsOf = ({
  SMTP_URL,
  PUBLIC_ORIGIN,
}: Pick<Env, 'SMTP_URL' | 'PUBLIC_ORIGIN'>): MailFacts | undefined =>
  SMTP_URL && PUBLIC_ORIGIN ? { publicOrigin: new URL(PUBLIC_ORIGIN).origin } : undefined

/** Where organizations may fetch and send files. */
export const exchangeFactsOf = ({
  EXCHANGE_ALLOWED_HOSTS,
  EXCHANGE_FOLDER,
}: Pick<Env, 'EXCHANGE_ALLOWED_HOSTS' | 'EXCHANGE_FOLDER'>): ExchangeFacts => ({
  allowedOrigins: new Set(EXCHANGE_ALLOWED_HOSTS),
  folder: EXCHANGE_FOLDER ?? null,
})

/** The identity provider of an installation, and this application as its client. */
export interface OidcClient {
  readonly issuer: string
  readonly clientId: string
  /** undefined = a public client. */
  readonly clientSecret: string | undefined
  /** Where the provider sends people back to. */
  readonly redirectUri: string
  /** The text of the button. */
  readonly button: string
}

/** undefined without an identity provider. */
export const oidcClientOf = (env: Env): OidcClient | undefined => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_BUTTON, PUBLIC_ORIGIN = ownOrigin(env) } = env
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !PUBLIC_ORIGIN) return undefined
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    redirectUri: new URL('/api/auth/oidc/callback', PUBLIC_ORIGIN).href,
    button: OIDC_BUTTON,
  }
}

/** Warnings about settings that do not fit together, as sentences for the person who starts the server. */
export const warningsOf = (
  env: Pick<Env, 'NODE_ENV' | 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES' | 'SECRETS_KEY'>,
): string[] => {
  const hasProxy = env.PUBLIC_ORIGIN?.startsWith('https:') && env.TRUSTED_PROXIES === 0
  const storesPlain = env.NODE_ENV === 'production' && env.SECRETS_KEY === undefined
  return [
    hasProxy &&
      'PUBLIC_ORIGIN is https, so a proxy is in front, and TRUSTED_PROXIES is 0: sign-ins are not limited per address. ' +
        'Set TRUSTED_PROXIES to the number of proxies.',
    storesPlain &&
      'SECRETS_KEY is not set: the secrets of two-factor authentication and the passwords of addresses are stored without ' +
        'encryption. Set it to at least 32 random characters, the same on every server.',
  ].filter((warning) => typeof warning === 'string')
}

type Variables = Record<string, string | undefined>

/** An empty variable counts as absent. Throws an Error whose message names every wrong variable, without repeating its value. */
const read = <Schema extends z.ZodMiniType>(schema: Schema, variables: Variables): Readonly<z.output<Schema>> => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = schema.safeParse(given)
  if (parsed.success) return Object.freeze(parsed.data)
  const problems = parsed.error.issues.map((issue) => `  ${issue.path[0]?.toString()}: ${issue.message}`)
  throw new Error(`Some settings are wrong:\n${problems.join('\n')}`)
}

/** Reads the settings of the server; only this file reads `process.env`. */
export const readEnv = (variables: Variables = process.env): Env => read(Env, variables)

/** Reads the settings of `npm run db:setup`. */
export const readSetupEnv = (variables: Variables = process.env) => read(SetupEnv, variables)
