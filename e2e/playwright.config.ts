import { defineConfig } from '@playwright/test'
import { findBrowser } from '#testing/prepare-machine.ts'

/** Of the first server; the others have the ports after it. */
const port = Number(process.env.E2E_PORT ?? 3491)
/** Each has a server and a database of its own, so that no journey finds what another one is doing. */
const workers = 2

/** Journeys run on the built product, on embedded databases of their own that are made anew each time. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  workers,
  fullyParallel: false,
  retries: 0,
  // Two journeys share the machine: waiting for what comes late is no fault of theirs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port + Number(process.env.TEST_PARALLEL_INDEX ?? 0)}`,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    // A trace records every step of every journey for the sake of the one that fails: E2E_TRACE=1 when that one is hunted.
    screenshot: 'only-on-failure',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node support/serve-for-journeys.ts --big --servers ${workers}`,
    cwd: import.meta.dirname,
    url: `http://localhost:${port}/api/ready`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port) },
  },
})
