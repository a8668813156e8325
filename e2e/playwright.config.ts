import { defineConfig } from '@playwright/test'
import { findBrowser } from '#testing/prepare-machine.ts'
// For all child processes: the journeys, and the servers of their shops.
import '#testing/test-clock.ts'
import type { ShopOptions } from './support/journey.ts'
import { shopOrigin, shopsPort } from './support/ports.ts'

/** These files leave the demo organizations unchanged. */
const sharing =
  /\/((kanban-)?accessible|analytics|first-load|kanban-drag|layout|operations|overdue|palette|test-clock)\.e2e\.ts$/
/** If one of these started last, the other worker would have to wait. */
const long = /\/(admin|first-schedule|working-time|specified-calls|server-away|live)\.e2e\.ts$/

/** Journeys run on the built product, two at a time, each file with its own server and embedded database. */
export default defineConfig<ShopOptions>({
  testDir: '.',
  // In this order.
  projects: [
    { name: 'sharing', testMatch: sharing, use: { sharesShop: true } },
    { name: 'long', testMatch: long },
    { name: 'short', testMatch: '*.e2e.ts', testIgnore: [sharing, long] },
  ],
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  // Reported in the closing lines, so that a journey that needed a second try is not overlooked.
  retries: process.env.CI ? 1 : 0,
  // Other tests run on the same machine at the same time, so pages may be slow.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: shopOrigin,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    // Animations cost a fifth of the time. Journeys that drag cards and bars turn them on with `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace would record every step of every journey just for the one that fails; E2E_TRACE=1 turns it on.
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
    command: 'node support/serve-for-journeys.ts',
    cwd: import.meta.dirname,
    url: `http://localhost:${shopsPort}/`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
