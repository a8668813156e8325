import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** A screen of a later version: what it will hold, and where the same data can be seen today. */
export const LaterScreen = ({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) => (
  <>
    <PageHead title={title} />
    <EmptyState
      className="grow"
      icon={icon}
      title={`${title} is not part of this version yet`}
      action={
        <>
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
          <Link to="/schedule" className={buttonClasses()}>
            Open Schedule
          </Link>
        </>
      }
    >
      {children}
    </EmptyState>
  </>
)
