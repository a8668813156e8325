import { defineConfig } from '@playwright/test'
import { findBrowser } from '#testing/prepare-machine.ts'
// For all that this process starts: the journeys, and the servers of their shops.
import '#testing/test-clock.ts'
import type { ShopOptions } from './support/journey.ts'
import { shopOrigin, shopsPort } from './support/ports.ts'

/** These leave the demo organizations as they found them. */
const sharing =
  /\/((kanban-)?accessible|analytics|first-load|kanban-drag|layout|operations|overdue|palette|test-clock)\.e2e\.ts$/
/** Begun last, one of these would keep the other worker waiting. */
const long = /\/(admin|first-schedule|working-time|specified-calls|server-away|live)\.e2e\.ts$/

/** Journeys run on the built product, two at a time, each file on a server and an embedded database of its own. */
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
  // Told apart in the closing lines: a journey that needed a second try is not passed over.
  retries: process.env.CI ? 1 : 0,
  // Other tests run on the same machine at the same time, so pages may take long.
  timeout: 480_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: shopOrigin,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    // What moves on screen costs a fifth of the time. Where cards and bars are carried about, journeys switch it on: `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
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
    command: 'node support/serve-for-journeys.ts',
    cwd: import.meta.dirname,
    url: `http://localhost:${shopsPort}/`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
