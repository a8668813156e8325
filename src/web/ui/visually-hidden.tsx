import type { ReactNode } from 'react'

/** Content only for screen readers. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
