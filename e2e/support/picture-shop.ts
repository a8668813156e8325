import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '#testing/prepare-machine.ts'
import { shopPort } from './ports.ts'
import { Shop, settingsFor } from './start-shop.ts'

const root = join(import.meta.dirname, '../..')

/** Serves the built product with fresh demo organizations while pictures are taken. */
export const withPictureShop = async (take: (browser: Browser) => Promise<void>): Promise<void> => {
  if (!existsSync(join(root, 'dist/index.html'))) execFileSync('vite', ['build'], { cwd: root, stdio: 'inherit' })
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-pictures-'))
  const shop = new Shop()
  try {
    await shop.start(settingsFor(shopPort(0), dataDir))
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
    rmSync(dataDir, { recursive: true, force: true })
  }
}
