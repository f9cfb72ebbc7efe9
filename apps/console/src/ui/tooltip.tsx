import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400}>{children}</Radix.Provider>
)

interface TooltipProps {
  /** The explained element; it must take focus. */
  children: ReactNode
  text: ReactNode
}

/** A hint by hovering or focusing. Never the only place of a fact: phones do not show it. */
export function Tooltip({ children, text }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md border bg-raised px-2 py-1 text-sm shadow-lg animate-fade"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
