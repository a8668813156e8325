import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Specification 2.5: how a page comes in. 180 ms; nothing moves for readers who asked for that. */
export const pageTransitions = {
  fadeIn: '',
  slideRight: 'starting:-translate-x-2',
  slideUp: 'starting:translate-y-2',
  slideLeft: 'starting:translate-x-2',
} as const
export type PageTransitionName = keyof typeof pageTransitions

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** How this page comes in; 'fadeIn' unless said. */
    transition?: PageTransitionName
  }
}

/** Lets the page of the matched route come in by its own transition. */
export function PageTransition({ children }: { children: ReactNode }) {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1) })
  const name = page?.staticData.transition ?? 'fadeIn'
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
