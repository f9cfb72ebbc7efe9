import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  /** Explains what would be listed here, and how to add it. */
  children?: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** In place of a list without rows. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center">
    {icon && <div className="text-muted [&_svg]:size-8">{icon}</div>}
    <p className="text-lg font-semibold">{title}</p>
    {children && <div className="text-muted">{children}</div>}
    {action && <div className="mt-2">{action}</div>}
  </div>
)
