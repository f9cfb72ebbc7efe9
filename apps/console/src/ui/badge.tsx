import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

interface BadgeProps {
  tone?: Tone
  children: ReactNode
  className?: string
}

/** A short state, such as "delivered". The text says it; the colour only repeats it. */
export const Badge = ({ tone = 'neutral', children, className }: BadgeProps) => (
  <span
    className={cn(
      'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
)
