import { configure } from '@testing-library/react'

// The machine may be busy; what is waited for comes from a real server. Below the limit of a test, so that it says what is missing.
configure({ asyncUtilTimeout: 25_000 })
