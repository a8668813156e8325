import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { resetBrowserZone } from './browser-zone.ts'
import { rememberPageOnce } from './page-as-found.ts'

// The machine may be busy, and a real server answers. The limit is below a test's, so that the error names what is missing.
configure({
  asyncUtilTimeout: 50_000,
  // A wait retries repeatedly, and each failed try creates an error, so the page is printed only for the one that is read.
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    // A wait that times out writes its own message.
    const get = () => `${message ?? ''}\n\n${prettyDOM(container)}`
    return Object.defineProperty(error, 'message', { get, configurable: true })
  },
})

// Test files share one page in sequence, and must not see each other's changes.
afterAll(rememberPageOnce())
// Code that an idle page has begun to load. Cut off by the end of a file, it would be missing in the next ones.
afterAll(() => vi.dynamicImportSettled())
afterEach(cleanup)
afterEach(resetBrowserZone)
// A new toaster would still show unfinished toasts of an earlier one.
beforeEach(() => void toast.dismiss())
