import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { resetBrowserZone } from './browser-zone.ts'
import { leaveOutElementStacks } from './lean-react.ts'
import { rememberPageOnce } from './page-as-found.ts'

leaveOutElementStacks()

// The machine may be busy, and a real server answers. The limit is below that of a test, so that the error says what is missing.
configure({
  asyncUtilTimeout: 50_000,
  // A wait tries again and again, and each failed try makes an error: the page is printed only for the one that is read.
  getElementError: (message, container) => {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    // A wait that runs out of time writes a message of its own.
    const get = () => `${message ?? ''}\n\n${prettyDOM(container)}`
    return Object.defineProperty(error, 'message', { get, configurable: true })
  },
})

// Test files share one page, one after another, and none may see the changes of another.
afterAll(rememberPageOnce())
afterEach(cleanup)
afterEach(resetBrowserZone)
// A new toaster would still show the unfinished toasts of an earlier one.
beforeEach(() => void toast.dismiss())
