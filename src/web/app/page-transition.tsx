import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

/** Page transitions, 180 ms each. Nothing moves for users who prefer reduced motion. */
const pageTransitions = {
  fadeIn: '',
  /** Used when going back up to the parent page. */
  slideRight: 'starting:-translate-x-2',
  slideUp: 'starting:translate-y-2',
  slideLeft: 'starting:translate-x-2',
} as const
type PageTransitionName = keyof typeof pageTransitions

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The transition of this page; 'fadeIn' by default. */
    transition?: PageTransitionName
  }
}

/** Shows the page of the matched route with its own transition. */
export function PageTransition({ children }: { children: ReactNode }) {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1) })
  const path = page?.pathname.replace(/\/$/, '') ?? ''
  const [way, setWay] = useState({ path, isBack: false })
  // Going up from a record to its list, or from an operation to its project, slides in from the other side.
  if (way.path !== path) setWay({ path, isBack: path !== '' && way.path.startsWith(`${path}/`) })
  const name = way.isBack ? 'slideRight' : (page?.staticData.transition ?? 'fadeIn')
  return (
    <div
      key={page?.pathname}
      data-transition={name}
      className={`flex min-h-0 min-w-0 grow flex-col transition-[opacity,translate] duration-180 ease-out starting:opacity-0 ${pageTransitions[name]}`}
    >
      {children}
    </div>
  )
}
