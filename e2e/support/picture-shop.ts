import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { embeddedShops } from '#testing/journey-shops.ts'
import { findBrowser } from '#testing/prepare-machine.ts'
import { shopPort } from './ports.ts'
import { Shop } from './start-shop.ts'

const root = join(import.meta.dirname, '../..')

/** Serves the built product with new demo organizations while pictures are taken. */
export const withPictureShop = async (take: (browser: Browser) => Promise<void>): Promise<void> => {
  if (!existsSync(join(root, 'dist/index.html'))) execFileSync('vite', ['build'], { cwd: root, stdio: 'inherit' })
  const shops = await embeddedShops()
  const shop = new Shop()
  try {
    await shops.begin(0)
    await shop.start(shopPort(0), shops.settingsOf(0))
    const browser = await chromium.launch({
      executablePath: findBrowser() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    await take(browser)
    await browser.close()
  } finally {
    await shop.end()
    await shops.close()
  }
}
