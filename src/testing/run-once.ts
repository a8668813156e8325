/**
 * Server tests that need no second run on PostgreSQL: they choose their engines themselves, or open no database. All other
 * server tests run on both engines.
 */
export const runOnce: readonly string[] = [
  'src/server/cli/commands.test.ts',
  'src/server/cli/start.test.ts',
  'src/server/csv.test.ts',
  'src/server/db/embedded/crash.test.ts',
  'src/server/db/embedded/exclusive.test.ts',
  'src/server/db/embedded/lend-connection.test.ts',
  'src/server/db/embedded/safety-kit.test.ts',
  'src/server/db/migrate.test.ts',
  'src/server/db/postgres/open-postgres.test.ts',
  'src/server/db/postgres/postgres.test.ts',
  'src/server/db/schema-catalogue.test.ts',
  'src/server/db/tenancy.test.ts',
  'src/server/db/transactions.test.ts',
  'src/server/env.test.ts',
  'src/server/http/caller-address.test.ts',
  'src/server/http/routes/all-routes.test.ts',
  'src/server/jobs/run-crash.test.ts',
  'src/server/main.test.ts',
  'src/server/seed/tell-story.test.ts',
  'src/server/services/credentials/common-passwords.test.ts',
  'src/server/services/tenants/concurrent-writers.test.ts',
]
