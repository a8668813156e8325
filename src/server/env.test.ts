// @module-tag once
import { expect, test } from 'vitest'
import { mailFactsOf, oidcClientOf, readEnv, warningsOf } from './env.ts'

test('readEnv has a default for every variable, and treats an empty variable as absent', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toEqual({
    NODE_ENV: 'development',
    PORT: 3001,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: 0,
    METRICS_HOST: '127.0.0.1',
    SLOW_STATEMENT_MS: 1_000,
    OTEL_SERVICE_NAME: 'scheduler',
    OTEL_TRACES_SAMPLER_ARG: 1,
    ALLOWED_ORIGINS: [],
    WEBHOOK_ALLOWED_HOSTS: [],
    EXCHANGE_ALLOWED_HOSTS: [],
    OIDC_BUTTON: 'Sign in with single sign-on',
  })
})

test('readEnv reads numbers and lists', () => {
  const env = readEnv({ PORT: '8080', ALLOWED_ORIGINS: 'https://a.example, https://b.example,' })
  expect(env).toMatchObject({ PORT: 8080, ALLOWED_ORIGINS: ['https://a.example', 'https://b.example'] })
})

test('readEnv makes origins of the hosts for webhooks: https, unless a scheme is given', () => {
  const read = (WEBHOOK_ALLOWED_HOSTS: string) => readEnv({ WEBHOOK_ALLOWED_HOSTS }).WEBHOOK_ALLOWED_HOSTS
  expect(read('hooks.example.com, HOOKS.example.com:8443')).toEqual([
    'https://hooks.example.com',
    'https://hooks.example.com:8443',
  ])
  expect(read('http://erp.local:8080/ignored')).toEqual(['http://erp.local:8080'])
  expect(() => read('ftp://hooks.example.com')).toThrow(/WEBHOOK_ALLOWED_HOSTS/)
})

test('readEnv names every wrong variable, but not its value', () => {
  const read = () => readEnv({ PORT: '99999', DATABASE_URL: 'mysql://user:hunter2@host/db', NODE_ENV: 'prod' })
  expect(read).toThrow(/PORT: Too big: expected number to be <=65535/)
  expect(read).toThrow(/DATABASE_URL: must look like postgres/)
  expect(read).toThrow(/NODE_ENV/)
  expect(read).not.toThrow(/hunter2/)
})

test('a missing TRUSTED_PROXIES causes a warning when the public origin needs a proxy', () => {
  const warned = (variables: Record<string, string>) => warningsOf(readEnv(variables)).join()
  expect(warned({ PUBLIC_ORIGIN: 'https://plan.example.com' })).toContain('Set TRUSTED_PROXIES')
  expect(warned({ PUBLIC_ORIGIN: 'https://plan.example.com', TRUSTED_PROXIES: '1' })).toBe('')
  expect(warned({ PUBLIC_ORIGIN: 'http://localhost:3001' })).toBe('')
  expect(warned({})).toBe('')
})

test('a missing SECRETS_KEY causes a warning in production', () => {
  const warned = (variables: Record<string, string>) => warningsOf(readEnv(variables)).join()
  expect(warned({ NODE_ENV: 'production' })).toContain('SECRETS_KEY is not set')
  expect(warned({ NODE_ENV: 'production', SECRETS_KEY: 'x'.repeat(32) })).toBe('')
  expect(warned({})).toBe('')
  expect(() => readEnv({ SECRETS_KEY: 'x'.repeat(31) })).toThrow(/SECRETS_KEY: needs at least 32 characters/)
})

const mail = {
  SMTP_URL: 'smtps://user:hunter2@mail.example.com',
  MAIL_FROM: 'Planning <plan@example.com>',
  PUBLIC_ORIGIN: 'https://plan.example.com',
}

test('readEnv takes a mail server only with a sender and the public origin', () => {
  expect(mailFactsOf(readEnv(mail))).toEqual({ publicOrigin: 'https://plan.example.com' })
  expect(mailFactsOf(readEnv({ PUBLIC_ORIGIN: mail.PUBLIC_ORIGIN }))).toBeUndefined()
  expect(() => readEnv({ ...mail, MAIL_FROM: '' })).toThrow(/MAIL_FROM: is needed with SMTP_URL/)
  expect(() => readEnv({ ...mail, SMTP_URL: '' })).toThrow(/SMTP_URL: is needed with MAIL_FROM/)
  expect(() => readEnv({ ...mail, PUBLIC_ORIGIN: '' })).toThrow(/PUBLIC_ORIGIN: is needed with SMTP_URL/)
})

test.each(['http://user:hunter2@mail.example.com', 'mail.example.com', 'smtp://'])(
  'readEnv refuses the mail server %s without repeating it',
  (SMTP_URL) => {
    expect(() => readEnv({ ...mail, SMTP_URL })).toThrow(/SMTP_URL: /)
    expect(() => readEnv({ ...mail, SMTP_URL })).not.toThrow(/hunter2/)
  },
)

test.each(['plan@example.com', 'Planning <plan@example.com>', 'Prüf & Plan <plan@example.com>'])(
  'readEnv takes the sender %s',
  (MAIL_FROM) => {
    expect(readEnv({ ...mail, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
  },
)

test.each(['Planning', 'plan@', 'Planning <plan@example.com', 'a@b.example, c@d.example', 'A\r\nBcc: x <a@b.example>'])(
  'readEnv refuses the sender %j',
  (MAIL_FROM) => {
    expect(() => readEnv({ ...mail, MAIL_FROM })).toThrow(/MAIL_FROM: must look like/)
  },
)

const oidc = {
  OIDC_ISSUER: 'https://login.example.com/realms/shop',
  OIDC_CLIENT_ID: 'scheduler',
  OIDC_CLIENT_SECRET: 'hunter2',
  PUBLIC_ORIGIN: 'https://plan.example.com',
}

test('oidcClientOf names the client and where the provider sends people back to', () => {
  expect(oidcClientOf(readEnv(oidc))).toEqual({
    issuer: 'https://login.example.com/realms/shop',
    clientId: 'scheduler',
    clientSecret: 'hunter2',
    redirectUri: 'https://plan.example.com/api/auth/oidc/callback',
    button: 'Sign in with single sign-on',
  })
  expect(oidcClientOf(readEnv({ PUBLIC_ORIGIN: oidc.PUBLIC_ORIGIN }))).toBeUndefined()
  const own = { ...oidc, PUBLIC_ORIGIN: '', OIDC_CLIENT_SECRET: '', OIDC_BUTTON: ' Sign in with Contoso ' }
  expect(oidcClientOf(readEnv({ ...own, PORT: '3725' }))).toMatchObject({
    clientSecret: undefined,
    redirectUri: 'http://localhost:3725/api/auth/oidc/callback',
    button: 'Sign in with Contoso',
  })
})

test('readEnv takes an identity provider only with a client and the address that people type', () => {
  expect(() => readEnv({ ...oidc, OIDC_CLIENT_ID: '' })).toThrow(/OIDC_CLIENT_ID: is needed with OIDC_ISSUER/)
  expect(() => readEnv({ ...oidc, OIDC_ISSUER: '' })).toThrow(/OIDC_ISSUER: is needed with OIDC_CLIENT_ID/)
  for (const variables of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { PORT: '0' }]) {
    const read = () => readEnv({ ...oidc, ...variables, PUBLIC_ORIGIN: '' })
    expect(read).toThrow(/PUBLIC_ORIGIN: is needed with OIDC_ISSUER/)
    expect(read).not.toThrow(/hunter2/)
  }
})

test.each(['http://login.example.com', 'login.example.com', 'ftp://login.example.com', 'http://127.0.0.1.example.com'])(
  'readEnv refuses the issuer %s',
  (OIDC_ISSUER) => {
    expect(() => readEnv({ ...oidc, OIDC_ISSUER })).toThrow(/OIDC_ISSUER: must be/)
  },
)

test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'https://login.example.com'])(
  'readEnv takes the issuer %s',
  (OIDC_ISSUER) => {
    expect(readEnv({ ...oidc, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER)
  },
)
