/**
 * Server tests that need no second run on PostgreSQL: they choose their engines themselves, or open no database.
 */
export const runOnce: readonly string[] = [
  'src/server/cli/commands.test.ts',
  'src/server/cli/compose.test.ts',
  'src/server/cli/start.test.ts',
  'src/server/db/embedded/crash.test.ts',
  'src/server/db/embedded/exclusive.test.ts',
  'src/server/db/embedded/lend-connection.test.ts',
  'src/server/db/embedded/safety-kit.test.ts',
  'src/server/db/migrate.test.ts',
  'src/server/db/postgres/migrate-postgres.test.ts',
  'src/server/db/postgres/open-postgres.test.ts',
  'src/server/db/postgres/postgres-crash.test.ts',
  'src/server/db/postgres/postgres.test.ts',
  'src/server/db/schema-catalogue.test.ts',
  'src/server/db/tenancy.test.ts',
  'src/server/db/transactions.test.ts',
  'src/server/env.test.ts',
  'src/server/files/read-project-xml.test.ts',
  'src/server/files/table-files.test.ts',
  'src/server/http/caller-address.test.ts',
  'src/server/http/routes/all-routes.test.ts',
  'src/server/jobs/run-crash.test.ts',
  'src/server/jobs/work-in-slots.test.ts',
  'src/server/main.test.ts',
  'src/server/seed/tell-story.test.ts',
  'src/server/services/credentials/common-passwords.test.ts',
  'src/server/services/tenants/concurrent-writers.test.ts',
]

/**
 * Server tests that run on both engines, because locks, announcements, connections or stored forms differ there. On a machine
 * with PostgreSQL all others run on it alone, which takes a third of the time: the tests of screens and the journeys use the
 * embedded database too. On a machine without PostgreSQL all tests run on the embedded database.
 */
export const onBothEngines: readonly string[] = [
  'src/server/db/',
  'src/server/http/run-keyed.test.ts',
  'src/server/jobs/dates-in-order.test.ts',
  'src/server/jobs/keep-backups.test.ts',
  'src/server/jobs/keep-forecasts.test.ts',
  'src/server/jobs/scheduling-run-ends.test.ts',
  'src/server/jobs/send-mail.test.ts',
  'src/server/jobs/watch-lateness.test.ts',
  'src/server/live/',
  'src/server/services/forecasts/claim-forecast.test.ts',
  'src/server/services/mail/',
  'src/server/services/scheduling-runs/run-lease.test.ts',
  'src/server/services/scheduling-runs/switch-plan.test.ts',
  'src/server/services/scheduling-runs/switch-run.test.ts',
]
